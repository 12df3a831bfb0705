import { CoinAccount } from './coin-account.ts';
import type { Problem } from './coin-event.ts';
import { compareEntries, type LedgerEntry } from './entry.ts';
import type { ExpandedEntry } from './expand-entry.ts';
import { type CoinFigures, type DatedValue, sumKnown } from './figures.ts';
import type { Money } from './fixed-point.ts';
import type { Method, Scope } from './lot.ts';
import type { MoveBudget } from './move-budget.ts';

/** One coin of a ledger: its entries in order, the events they cause, and its figures, computed on demand. */
export class CoinState {
  readonly #coinId: string;
  readonly #method: Method;
  readonly #scope: Scope;
  readonly #moves: MoveBudget;
  #entries: LedgerEntry[] = [];
  #account: CoinAccount;
  #problems: Problem[] = [];
  #incomes: DatedValue[] = [];
  /** Parallel arrays: in a large ledger, pairs would take several megabytes more. */
  #fees: { readonly entries: LedgerEntry[]; readonly values: (Money | null)[] } = { entries: [], values: [] };
  #figures: CoinFigures | null = null;

  constructor(coinId: string, method: Method, scope: Scope, moves: MoveBudget) {
    this.#coinId = coinId;
    this.#method = method;
    this.#scope = scope;
    this.#moves = moves;
    this.#account = new CoinAccount(method, scope, moves);
  }

  get size(): number {
    return this.#entries.length;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  get figures(): CoinFigures {
    this.#figures ??= this.#sumUp();
    return this.#figures;
  }

  /** Returns whether the entry is now the last one and can be booked; otherwise the coin must be replayed. */
  insert(entry: LedgerEntry): boolean {
    const last = this.#entries.at(-1);
    this.#entries.push(entry);
    return !last || compareEntries(last, entry) <= 0;
  }

  drop(entries: ReadonlySet<LedgerEntry>): void {
    this.#entries = this.#entries.filter((entry) => !entries.has(entry));
  }

  /** Applies an entry's effect on this coin. */
  book({ events, problems, fee, income }: ExpandedEntry): void {
    this.#figures = null;
    for (const event of events) if (event.coinId === this.#coinId) this.#account.apply(event);
    for (const { coinId, problem } of problems) if (coinId === this.#coinId) this.#problems.push(problem);
    if (income?.coinId === this.#coinId) this.#incomes.push(income);
    if (fee?.coinId !== this.#coinId) return;
    this.#fees.entries.push(fee.entry);
    this.#fees.values.push(fee.value);
  }

  /** Starts over from the first entry. */
  replay(expand: (entry: LedgerEntry) => ExpandedEntry): void {
    this.#account = new CoinAccount(this.#method, this.#scope, this.#moves);
    this.#problems = [];
    this.#incomes = [];
    this.#fees = { entries: [], values: [] };
    this.#figures = null;
    this.#entries.sort(compareEntries);
    for (const entry of this.#entries) this.book(expand(entry));
  }

  #sumUp(): CoinFigures {
    const account = this.#account;
    const { entries, values } = this.#fees;
    const lots = account.listOpen();
    const disposals = account.listDisposals();
    const known = lots.filter(({ cost }) => cost !== null);
    const unknown = lots.filter(({ cost }) => cost === null);
    return {
      coinId: this.#coinId,
      amount: account.amount,
      wallets: account.balances,
      costBasis: sumKnown(lots.map(({ cost }) => cost)),
      amountWithCost: sumKnown(known.map(({ remaining }) => remaining)) ?? 0n,
      amountWithoutCost: sumKnown(unknown.map(({ remaining }) => remaining)) ?? 0n,
      realized: sumKnown(disposals.map(({ gain }) => gain)),
      income: sumKnown(this.#incomes.map(({ value }) => value)),
      fees: sumKnown(this.#fees.values),
      incomes: this.#incomes,
      listFees: () => entries.map((entry, place) => ({ entry, value: values[place] ?? null })),
      lots,
      disposals,
      unknownDisposals: disposals.filter(({ cost }) => cost === null).length,
      firstAcquiredAt: account.firstAcquiredAt,
      isTraded: this.#entries.some(({ type, fee }) => type !== 'opening' || fee !== null),
      problems: withoutRepeats([
        ...this.#problems,
        ...account.problems,
        ...disposals.flatMap(({ problems }) => problems),
      ]),
    };
  }
}

function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map((problem) => [`${problem.kind} ${problem.transactionId}`, problem]));
  return seen.size === problems.length ? [...problems] : [...seen.values()];
}
