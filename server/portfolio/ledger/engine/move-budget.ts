import { AppError } from '#server/platform/http/app-error.ts';

/**
 * Lots that one calculation may move between wallets. Each transfer moves every lot it covers, so a ledger of 100,000
 * transactions can need billions of moves, which would hold up everybody's figures for hours.
 */
const maxMoves = 1_000_000;

const tooManyMoves = () =>
  new AppError(
    'conflict',
    'This portfolio moves too many lots between its wallets to be calculated wallet by wallet. Choose the whole portfolio as the scope, or move some wallets to a portfolio of their own.',
  );

/** Counts the lots that a calculation moves. */
export class MoveBudget {
  readonly #max: number;
  readonly #refuse: () => Error;
  #used = 0;

  /** `refuse` makes the error that is thrown when the budget is exceeded; by default a `conflict`. */
  constructor(max = maxMoves, refuse: () => Error = tooManyMoves) {
    this.#max = max;
    this.#refuse = refuse;
  }

  /** The number of lots moved since it was reset. */
  get used(): number {
    return this.#used;
  }

  reset(): void {
    this.#used = 0;
  }

  /** Throws when the budget is exceeded. */
  take(moves: number): void {
    this.#used += moves;
    if (this.#used > this.#max) throw this.#refuse();
  }
}
