import { CoinAccount, type Disposal } from './coin-account.ts';
import type { CoinEvent, Problem } from './coin-event.ts';
import { compareEntries, type LedgerEntry } from './entry.ts';
import { type ExpandedEntry, expandEntry, type Valuer } from './expand-entry.ts';
import type { Amount, Money } from './fixed-point.ts';
import type { Method, OpenLot, Scope } from './lot.ts';

export interface LedgerOptions {
  readonly method: Method;
  readonly scope: Scope;
  readonly valuer: Valuer;
}

/** What is held of one coin, and what it has come to. Money is in the valuer's currency. */
export interface CoinFigures {
  readonly coinId: string;
  /** The balance over all wallets, also below zero. */
  readonly amount: Amount;
  readonly wallets: ReadonlyMap<string, Amount>;
  /** Of what has a known cost; null where nothing of what is held has one. */
  readonly costBasis: Money | null;
  readonly amountWithCost: Amount;
  readonly amountWithoutCost: Amount;
  /** Of disposals of which all is known; null where there are others alone. */
  readonly realized: Money | null;
  readonly income: Money;
  readonly fees: Money;
  readonly lots: readonly OpenLot[];
  readonly disposals: readonly Disposal[];
  readonly firstAcquiredAt: number | null;
  readonly problems: readonly Problem[];
}

interface CoinState {
  account: CoinAccount;
  readonly events: CoinEvent[];
  readonly problems: Problem[];
  income: Money;
  fees: Money;
}

/**
 * A portfolio's ledger by one method and scope, in one currency. An entry at the end costs what it touches; one in the
 * past replays its coins alone.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #coins = new Map<string, CoinState>();
  #entries: LedgerEntry[] = [];
  /** Fees in money of transactions without a coin. */
  #otherFees: Money = 0n;

  constructor(entries: readonly LedgerEntry[], options: LedgerOptions) {
    this.#options = options;
    this.#entries = entries.toSorted(compareEntries);
    for (const entry of this.#entries) this.#append(entry);
  }

  get fees(): Money {
    return [...this.#coins.values()].reduce((sum, { fees }) => sum + fees, this.#otherFees);
  }

  /** Adds one entry, wherever it belongs. */
  add(entry: LedgerEntry): void {
    const last = this.#entries.at(-1);
    if (!last || compareEntries(last, entry) <= 0) {
      this.#entries.push(entry);
      this.#append(entry);
      return;
    }
    const index = this.#entries.findLastIndex((known) => compareEntries(known, entry) <= 0) + 1;
    this.#entries.splice(index, 0, entry);
    this.#replay([entry]);
  }

  /** Takes an entry out; false where it is not there. */
  remove(id: string): boolean {
    const index = this.#entries.findIndex((known) => known.id === id);
    if (index < 0) return false;
    this.#replay(this.#entries.splice(index, 1));
    return true;
  }

  listCoins(): string[] {
    return [...this.#coins.keys()];
  }

  figuresOf(coinId: string): CoinFigures | undefined {
    const state = this.#coins.get(coinId);
    return state && toFigures(coinId, state);
  }

  #append(entry: LedgerEntry): void {
    this.#book(expandEntry(entry, this.#options.valuer), null);
  }

  /** Works out anew the coins that some entries touch. */
  #replay(changed: readonly LedgerEntry[]): void {
    const { valuer } = this.#options;
    const coins = new Set(changed.flatMap((entry) => coinsOf(entry)));
    for (const coinId of coins) this.#coins.delete(coinId);
    if (changed.some((entry) => coinsOf(entry).length === 0)) {
      this.#otherFees = 0n;
      coins.add('');
    }
    for (const entry of this.#entries) {
      const touched = coinsOf(entry);
      if (touched.some((coinId) => coins.has(coinId)) || (touched.length === 0 && coins.has('')))
        this.#book(expandEntry(entry, valuer), coins);
    }
  }

  /** Books what an entry does; with `only`, to these coins alone. */
  #book({ events, problems, fee, income }: ExpandedEntry, only: ReadonlySet<string> | null): void {
    const isMeant = (coinId: string) => only === null || only.has(coinId);
    for (const { coinId, event } of events) {
      if (!isMeant(coinId)) continue;
      const state = this.#stateOf(coinId);
      state.events.push(event);
      state.account.apply(event);
    }
    for (const { coinId, problem } of problems)
      if (isMeant(coinId)) this.#stateOf(coinId).problems.push(problem);
    if (income && isMeant(income.coinId)) this.#stateOf(income.coinId).income += income.value;
    if (!fee) return;
    if (fee.coinId === null) this.#otherFees += fee.value;
    else if (isMeant(fee.coinId)) this.#stateOf(fee.coinId).fees += fee.value;
  }

  #stateOf(coinId: string): CoinState {
    const known = this.#coins.get(coinId);
    if (known) return known;
    const { method, scope } = this.#options;
    const made = { account: new CoinAccount(method, scope), events: [], problems: [], income: 0n, fees: 0n };
    this.#coins.set(coinId, made);
    return made;
  }
}

/** The coins that an entry touches. */
function coinsOf({ in: into, out, fee }: LedgerEntry): string[] {
  return [into, out, fee].flatMap((leg) => (leg !== null && 'coinId' in leg ? [leg.coinId] : []));
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

function toFigures(coinId: string, { account, problems, income, fees }: CoinState): CoinFigures {
  const lots = account.listOpen();
  const disposals = account.listDisposals();
  const known = lots.filter(({ cost }) => cost !== null);
  const gains = disposals.flatMap(({ gain }) => (gain === null ? [] : [gain]));
  const isCostUnknown = lots.length > 0 && known.length === 0;
  return {
    coinId,
    amount: account.amount,
    wallets: account.balances,
    costBasis: isCostUnknown ? null : sum(known.map(({ cost }) => cost ?? 0n)),
    amountWithCost: sum(known.map(({ remaining }) => remaining)),
    amountWithoutCost: sum(lots.filter(({ cost }) => cost === null).map(({ remaining }) => remaining)),
    realized: disposals.length > 0 && gains.length === 0 ? null : sum(gains),
    income,
    fees,
    lots,
    disposals,
    firstAcquiredAt: account.firstAcquiredAt,
    problems: [...problems, ...account.problems, ...disposals.flatMap((disposal) => disposal.problems)],
  };
}
