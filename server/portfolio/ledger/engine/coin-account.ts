import type { Acquisition, CoinEvent, Move, Outflow, Problem } from './coin-event.ts';
import { elsewhere } from './entry.ts';
import type { Amount, Money } from './fixed-point.ts';
import type { Book, Lot, Match, Method, OpenLot, Scope } from './lot.ts';
import { LotBook } from './lot-book.ts';
import type { MoveBudget } from './move-budget.ts';
import { PoolBook } from './pool-book.ts';
import { ShareMatching } from './share-matching.ts';

/** Coins that left for good, and the lots they were taken from. */
export interface Disposal {
  readonly event: Outflow;
  readonly proceeds: Money | null;
  /** Null if the cost of any part is unknown. */
  readonly cost: Money | null;
  /** Proceeds minus cost; null if either is unknown. */
  readonly gain: Money | null;
  readonly matches: readonly Match[];
  readonly problems: readonly Problem[];
}

/** The totals of a coin's disposals, as far as they are known. */
export interface DisposalSums {
  /** Over disposals whose gain is known; null if there are only others. */
  readonly realized: Money | null;
  /** The number of disposals with a part of unknown cost. */
  readonly unknown: number;
  /** The number of disposals whose gain isn't known. */
  readonly unknownGains: number;
  readonly problems: readonly Problem[];
}

/** One coin of a ledger by one method: its acquisitions, disposals and remaining lots. Events are applied in order. */
export class CoinAccount {
  readonly keepsDisposals: boolean;
  readonly #book: Book;
  /** Under `uk` a later purchase changes an earlier disposal, so matching is deferred until needed. */
  readonly #matching: ShareMatching | null;
  readonly #disposals: Disposal[] = [];
  readonly #sums = new RunningSums();
  readonly #balances = new Map<string, Amount>();
  readonly #problems: Problem[] = [];
  #matchCount = 0;
  #order = 0;
  #firstAcquiredAt: number | null = null;

  /**
   * `moves` limits how many lots may be moved between wallets. Without `keepsDisposals` it only sums up disposals, which
   * takes less memory.
   */
  constructor(method: Method, scope: Scope, moves?: MoveBudget, keepsDisposals = true) {
    // Share matching is also deferred until needed, and needs all disposals.
    this.keepsDisposals = keepsDisposals || method === 'uk';
    this.#matching = method === 'uk' ? new ShareMatching() : null;
    this.#book =
      this.#matching ??
      (method === 'average'
        ? new PoolBook(scope, moves)
        : new LotBook(method as Exclude<Method, 'average' | 'uk'>, scope, moves));
  }

  apply(event: CoinEvent): void {
    this.#order += 1;
    if (event.kind === 'acquisition') this.#acquire(event);
    else if (event.kind === 'disposal') this.#dispose(event);
    else this.#move(event);
  }

  /**
   * Like `apply`, but yields after each lot, and keeps no disposals and no problems. Only for `specific`, to find out what
   * is left of lots.
   */
  *applyByLot(event: CoinEvent): Generator<void> {
    if (event.kind === 'acquisition' || !(this.#book instanceof LotBook)) return this.apply(event);
    this.#order += 1;
    const { amount, picks } = event;
    const [from, to] = event.kind === 'transfer' ? [event.from, event.to] : [event.wallet, null];
    this.#findOrigin(event, from);
    this.#change(from, -amount);
    if (to !== null) this.#change(to, amount);
    yield* this.#book.takeByLot(amount, from, to, picks);
  }

  /** The balance of each wallet; 0 for a wallet that no longer has any. */
  get balances(): ReadonlyMap<string, Amount> {
    return this.#balances;
  }

  get amount(): Amount {
    return [...this.#balances.values()].reduce((sum, amount) => sum + amount, 0n);
  }

  get firstAcquiredAt(): number | null {
    return this.#firstAcquiredAt;
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** The number of matches in the disposals it keeps. Those of `uk` don't count: they are fewer than three per event. */
  get matchCount(): number {
    return this.#matchCount;
  }

  /** In ledger order. Empty without `keepsDisposals`. */
  listDisposals(): readonly Disposal[] {
    const matching = this.#matching;
    if (!matching) return this.#disposals;
    return matching.listMatched().map(({ event, matches }) => new MatchedDisposal(event, matches, false));
  }

  sumDisposals(): DisposalSums {
    if (!this.#matching) return this.#sums;
    const sums = new RunningSums();
    for (const disposal of this.listDisposals()) sums.add(disposal);
    return sums;
  }

  listOpen(): readonly OpenLot[] {
    return this.#book.listOpen();
  }

  /** How much of a named lot a disposal from this wallet can use; only for `specific`. */
  remainingOf(transactionId: string, wallet: string): Amount {
    return this.#book instanceof LotBook ? this.#book.remainingOf(transactionId, wallet) : 0n;
  }

  #acquire(event: Acquisition): void {
    const { entry, wallet, amount, isDateUnknown } = event;
    this.#addLot(this.#toLot(event), entry.occurredAt, isDateUnknown);
    this.#change(wallet, amount);
  }

  #dispose(event: Outflow): void {
    const { wallet, amount, picks } = event;
    this.#findOrigin(event, wallet);
    this.#change(wallet, -amount);
    if (this.#matching) this.#matching.dispose(event);
    else {
      const { matches, isPickMissing } = this.#book.take(amount, wallet, picks);
      const disposal = new MatchedDisposal(event, matches, isPickMissing);
      this.#sums.add(disposal);
      if (this.keepsDisposals) {
        this.#disposals.push(disposal);
        this.#matchCount += matches.length;
      }
    }
    this.#checkBalance(event, wallet);
  }

  #move(event: Move): void {
    const { from, to, amount, picks } = event;
    this.#findOrigin(event, from);
    if (this.#book.move(amount, from, to, picks))
      this.#problems.push({ kind: 'lot_missing', transactionId: event.entry.id });
    this.#change(from, -amount);
    this.#change(to, amount);
    this.#checkBalance(event, from);
  }

  /** What leaves `Elsewhere` beyond its balance is added first, as a lot of unknown origin. */
  #findOrigin({ entry, amount }: CoinEvent, wallet: string): void {
    if (wallet !== elsewhere) return;
    const missing = amount - (this.#balances.get(elsewhere) ?? 0n);
    if (missing <= 0n) return;
    const acquiredAt = entry.occurredAt;
    this.#addLot(this.#toLot({ entry, wallet, amount: missing, cost: null, acquiredAt }), acquiredAt, true);
    this.#change(elsewhere, missing);
    this.#problems.push({ kind: 'unknown_origin', transactionId: entry.id });
  }

  #toLot(acquired: Pick<Acquisition, 'entry' | 'wallet' | 'amount' | 'cost' | 'acquiredAt'>): Lot {
    const { entry, wallet, amount, cost, acquiredAt } = acquired;
    return {
      transactionId: entry.id,
      acquiredAt,
      order: this.#order,
      arrival: 0,
      wallet,
      amount,
      remaining: amount,
      cost,
    };
  }

  #addLot(lot: Lot, at: number, isPoolOnly: boolean): void {
    if (this.#matching) this.#matching.receive({ lot, at, isPoolOnly });
    else this.#book.acquire(lot);
    if (this.#firstAcquiredAt === null || lot.acquiredAt < this.#firstAcquiredAt)
      this.#firstAcquiredAt = lot.acquiredAt;
  }

  #change(wallet: string, amount: Amount): void {
    this.#balances.set(wallet, (this.#balances.get(wallet) ?? 0n) + amount);
  }

  /** Reports a problem each time that a wallet falls below zero. */
  #checkBalance({ entry, amount }: CoinEvent, wallet: string): void {
    const balance = this.#balances.get(wallet) ?? 0n;
    if (balance < 0n && balance + amount >= 0n)
      this.#problems.push({ kind: 'negative_balance', transactionId: entry.id });
  }
}

class RunningSums implements DisposalSums {
  readonly problems: Problem[] = [];
  unknown = 0;
  #gains = 0n;
  unknownGains = 0;
  #known = 0;

  add({ gain, cost, problems }: Disposal): void {
    if (cost === null) this.unknown += 1;
    if (gain === null) this.unknownGains += 1;
    else {
      this.#known += 1;
      this.#gains += gain;
    }
    this.problems.push(...problems);
  }

  get realized(): Money | null {
    return this.#known === 0 && this.unknownGains > 0 ? null : this.#gains;
  }
}

const noProblems: readonly Problem[] = [];

/** Null if the cost of any part is unknown. */
function costOf(matches: readonly Match[]): Money | null {
  const [only] = matches;
  if (only && matches.length === 1) return only.cost;
  let sum = 0n;
  for (const { cost } of matches) {
    if (cost === null) return null;
    sum += cost;
  }
  return sum;
}

/** A ledger may have a hundred thousand of these, so derived values are not stored. */
class MatchedDisposal implements Disposal {
  readonly event: Outflow;
  readonly cost: Money | null;
  readonly matches: readonly Match[];
  readonly problems: readonly Problem[];

  constructor(event: Outflow, matches: readonly Match[], isPickMissing: boolean) {
    this.event = event;
    this.cost = costOf(matches);
    this.matches = matches;
    this.problems = this.cost !== null && !isPickMissing ? noProblems : this.#listProblems(isPickMissing);
  }

  get proceeds(): Money | null {
    const { proceeds } = this.event;
    return proceeds === 'atCost' ? this.cost : proceeds;
  }

  get gain(): Money | null {
    const { proceeds, cost } = this;
    return proceeds === null || cost === null ? null : proceeds - cost;
  }

  #listProblems(isPickMissing: boolean): Problem[] {
    const transactionId = this.event.entry.id;
    const problems: Problem[] = [];
    if (this.cost === null) problems.push({ kind: 'unknown_cost', transactionId });
    if (isPickMissing) problems.push({ kind: 'lot_missing', transactionId });
    return problems;
  }
}
