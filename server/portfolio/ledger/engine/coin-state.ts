import { CoinAccount, type Disposal } from './coin-account.ts';
import type { Problem } from './coin-event.ts';
import { compareEntries, type LedgerEntry } from './entry.ts';
import type { ExpandedEntry } from './expand-entry.ts';
import { type CoinFigures, type DatedValue, sumKnown } from './figures.ts';
import type { Amount, Money } from './fixed-point.ts';
import type { Method, OpenLot, Scope } from './lot.ts';
import type { MoveBudget } from './move-budget.ts';

/** How the figures of a ledger's coins are computed. */
export interface CoinOptions {
  readonly method: Method;
  readonly scope: Scope;
  readonly moves: MoveBudget;
  readonly keepsDisposals: boolean;
  readonly expand: (entry: LedgerEntry) => ExpandedEntry;
}

/** One coin of a ledger: its entries in order, the events they cause, and its figures, computed on demand. */
export class CoinState {
  readonly #coinId: string;
  readonly #options: CoinOptions;
  #entries: LedgerEntry[] = [];
  #account: CoinAccount;
  #problems: Problem[] = [];
  #incomes: DatedValue[] = [];
  /** Parallel arrays: in a large ledger, pairs would take several megabytes more. */
  #fees: { readonly entries: LedgerEntry[]; readonly values: (Money | null)[] } = { entries: [], values: [] };
  #figures: CoinFigures | null = null;

  constructor(coinId: string, options: CoinOptions) {
    this.#coinId = coinId;
    this.#options = options;
    this.#account = this.#open(options.keepsDisposals);
  }

  get size(): number {
    return this.#entries.length;
  }

  /** The number of matches in the disposals it keeps. */
  get matchCount(): number {
    return this.#account.matchCount;
  }

  /** The number of wallets with a balance, or that had one. */
  get balanceCount(): number {
    return this.#account.balances.size;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Whether its figures have been computed since it last changed. */
  get isSummedUp(): boolean {
    return this.#figures !== null;
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
    this.#apply(events, this.#account);
    for (const { coinId, problem } of problems) if (coinId === this.#coinId) this.#problems.push(problem);
    if (income?.coinId === this.#coinId) this.#incomes.push(income);
    if (fee?.coinId !== this.#coinId) return;
    this.#fees.entries.push(fee.entry);
    this.#fees.values.push(fee.value);
  }

  /** Starts over from the first entry. */
  replay(): void {
    const { expand, keepsDisposals } = this.#options;
    this.#account = this.#open(keepsDisposals);
    this.#problems = [];
    this.#incomes = [];
    this.#fees = { entries: [], values: [] };
    this.#figures = null;
    this.#entries.sort(compareEntries);
    for (const entry of this.#entries) this.book(expand(entry));
  }

  #open(keepsDisposals: boolean): CoinAccount {
    const { method, scope, moves } = this.#options;
    return new CoinAccount(method, scope, moves, keepsDisposals);
  }

  #apply(events: ExpandedEntry['events'], account: CoinAccount): void {
    for (const event of events) if (event.coinId === this.#coinId) account.apply(event);
  }

  /** If they were not kept, computes them again from the first entry, and keeps them until the coin changes. */
  #listDisposals(): readonly Disposal[] {
    if (!this.#account.keepsDisposals) {
      const { expand, moves } = this.#options;
      const account = this.#open(true);
      // A single coin never needs more than all coins did together.
      moves.reset();
      for (const entry of this.#entries) this.#apply(expand(entry).events, account);
      this.#account = account;
    }
    return this.#account.listDisposals();
  }

  #sumUp(): CoinFigures {
    const account = this.#account;
    const { entries, values } = this.#fees;
    const lots = account.listOpen();
    const sums = account.sumDisposals();
    return {
      coinId: this.#coinId,
      amount: account.amount,
      wallets: account.balances,
      costBasis: sumKnown(lots.map(({ cost }) => cost)),
      amountWithCost: sumRemaining(lots, true),
      amountWithoutCost: sumRemaining(lots, false),
      realized: sums.realized,
      income: sumKnown(this.#incomes.map(({ value }) => value)),
      fees: sumKnown(this.#fees.values),
      incomes: this.#incomes,
      listFees: () => entries.map((entry, place) => ({ entry, value: values[place] ?? null })),
      lots,
      listDisposals: () => this.#listDisposals(),
      unknownDisposals: sums.unknown,
      unknownGains: sums.unknownGains,
      firstAcquiredAt: account.firstAcquiredAt,
      isTraded: this.#entries.some(({ type, fee }) => type !== 'opening' || fee !== null),
      problems: withoutRepeats([...this.#problems, ...account.problems, ...sums.problems]),
    };
  }
}

/** The remaining amount of the lots with a known cost, or of the others. */
function sumRemaining(lots: readonly OpenLot[], isKnown: boolean): Amount {
  let sum = 0n;
  for (const { cost, remaining } of lots) if ((cost !== null) === isKnown) sum += remaining;
  return sum;
}

function withoutRepeats(problems: readonly Problem[]): Problem[] {
  const seen = new Map(problems.map((problem) => [`${problem.kind} ${problem.transactionId}`, problem]));
  return seen.size === problems.length ? [...problems] : [...seen.values()];
}
