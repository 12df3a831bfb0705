import type { CoinId, Instant } from '#contract/units.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import { compareEntries, elsewhere, isCoin, isMoney, type LedgerEntry } from '../../ledger/engine/entry.ts';
import { type ExpandedEntry, expandEntry, type Valuer } from '../../ledger/engine/expand-entry.ts';
import { type Amount, type Money, multiply, roundMoney } from '../../ledger/engine/fixed-point.ts';

/** A sale for money, goods or services, or a gift, and its share of the whole portfolio. */
export interface PortfolioSale {
  readonly entry: LedgerEntry;
  readonly kind: 'sell' | 'spend' | 'fee' | 'gift_out';
  readonly coinId: CoinId;
  readonly isFee: boolean;
  readonly amount: Amount;
  /** Before fees. */
  readonly price: Money | null;
  readonly fees: Money | null;
  /** Of all coins held at that moment, including those sold. */
  readonly portfolioValue: Money | null;
  /** The share of the acquisition cost that is allocated to it. */
  readonly share: Money | null;
  readonly costAfter: Money | null;
  /** Coins that had no price. */
  readonly unpriced: readonly CoinId[];
  /** Whether the price of one of them is still being looked up. */
  readonly isPending: boolean;
  /** Whether the acquisition cost before the sale was unknown. */
  readonly isCostUnknown: boolean;
  /** Its gain if what is missing cost nothing: it cannot be more. Null without a price. */
  readonly largestGain: Money | null;
}

/** How much of a coin is held, and its close in dollars; null: it has none. */
export interface HeldCoin {
  readonly coinId: CoinId;
  readonly amount: Amount;
  readonly close: bigint | null;
}

/** Called at each step of the calculation. With a watcher, closes are looked up again for each sale. */
export interface PortfolioWatcher {
  /** A transaction is about to be booked. */
  onValued(entry: LedgerEntry, expanded: ExpandedEntry): void;
  /** The acquisition cost rises; null: by an unknown cost. */
  onPaid(entry: LedgerEntry, paid: Money | null, costAfter: Money | null): void;
  onSold(sale: PortfolioSale, costBefore: Money | null, held: readonly HeldCoin[]): void;
}

/**
 * The portfolio of art. 150 VH bis CGI: one acquisition cost for all coins. Each sale takes a share of it, in proportion
 * of its price to the portfolio's value (III A to C; BOI-RPPM-PVBMC-30-20 §§ 1 to 150). Swaps only change which coins are
 * held; a gift takes its share of the cost (§ 100). Once a value is unknown, so is everything after it. Coins that leave
 * without having come in were bought before at an unknown cost.
 */
export class FrenchPortfolio {
  readonly #valuer: Valuer;
  readonly #watcher: PortfolioWatcher | undefined;
  readonly #balances = new Map<CoinId, Amount>();
  /** The balance of each coin in `Elsewhere`. */
  readonly #elsewhere = new Map<CoinId, Amount>();
  /** Closes of one UTC day, cached because sales of a day need the same ones. */
  #closes: { readonly day: number; readonly byCoin: Map<CoinId, bigint | null> } = {
    day: -1,
    byCoin: new Map(),
  };
  /** The acquisition cost left; null if unknown. */
  #cost: Money | null = 0n;
  /** The least that the cost can be: what is unknown counts as nothing. */
  #leastCost: Money = 0n;
  /** The acquisition cost after each entry. */
  readonly #costs: { readonly at: Instant; readonly cost: Money | null }[] = [];
  readonly sales: PortfolioSale[] = [];
  /** What left the acquisition cost unknown, and the first of the sales without a gain because of it. */
  readonly causes: { readonly entry: LedgerEntry; readonly firstSale: number }[] = [];

  constructor(entries: readonly LedgerEntry[], valuer: Valuer, watcher?: PortfolioWatcher) {
    this.#valuer = valuer;
    this.#watcher = watcher;
    for (const entry of entries.toSorted(compareEntries)) {
      this.#book(entry);
      this.#costs.push({ at: entry.occurredAt, cost: this.#cost });
    }
  }

  /** The acquisition cost left before an instant. */
  costBefore(at: Instant): Money | null {
    const last = this.#costs.findLast((one) => one.at < at);
    return last ? last.cost : 0n;
  }

  #book(entry: LedgerEntry): void {
    const expanded = expandEntry(entry, this.#valuer);
    const { events, gross, feeValue } = expanded;
    this.#watcher?.onValued(entry, expanded);
    for (const event of events) {
      const { coinId } = event;
      if (event.kind === 'acquisition') {
        this.#change(coinId, event.wallet, event.amount);
        // Only money counts as acquisition cost, for fees too (III B): coins received for other coins cost nothing.
        const paid = isCoin(entry.fee) ? gross : event.cost;
        if (entry.type !== 'swap') this.#pay(entry, paid);
        continue;
      }
      const from = event.kind === 'transfer' ? event.from : event.wallet;
      this.#bookUnknownOrigin(entry, coinId, from, event.amount);
      this.#bookShortfall(entry, coinId, from, event.amount);
      if (event.kind === 'disposal') this.#dispose(entry, coinId, event, gross, feeValue);
      this.#change(coinId, from, -event.amount);
      if (event.kind === 'transfer') this.#change(coinId, event.to, event.amount);
    }
  }

  #dispose(
    entry: LedgerEntry,
    coinId: CoinId,
    event: { readonly amount: Amount; readonly isFee: boolean },
    gross: Money | null,
    feeValue: Money | null,
  ): void {
    const kind = kindOf(entry, event.isFee);
    if (kind === null) return;
    const isPlain = kind === 'sell' || kind === 'spend';
    const price =
      kind === 'gift_out'
        ? this.#marketValue(entry, coinId, event.amount)
        : event.isFee && entry.type !== 'fee'
          ? feeValue
          : gross;
    const { value, leastValue, unpriced, held } = this.#valueAll(entry, coinId, price, event.amount);
    const before = this.#cost;
    const share = before === null ? null : shareOf(before, price, value);
    const fees = isPlain ? feeValue : 0n;
    // With an unknown value, the share of the known cost may be nothing, or as much as with the least value.
    const leastShare = shareOf(this.#leastCost, price, value) ?? 0n;
    this.#leastCost -= shareOf(this.#leastCost, price, value ?? leastValue) ?? this.#leastCost;
    this.#cost = before === null || share === null ? null : before - share;
    if (share === null && before !== null) this.causes.push({ entry, firstSale: this.sales.length });
    const sale = {
      ...{ entry, kind, coinId, isFee: event.isFee, amount: event.amount, price, fees, share, unpriced },
      largestGain: price === null || fees === null ? null : price - fees - leastShare,
      portfolioValue: value,
      costAfter: this.#cost,
      isPending: unpriced.some((id) => this.#valuer.closeOf(id, entry.occurredAt) === 'pending'),
      isCostUnknown: before === null,
    };
    this.sales.push(sale);
    this.#watcher?.onSold(sale, before, held);
  }

  #pay(entry: LedgerEntry, paid: Money | null): void {
    if (paid === null) this.causes.push({ entry, firstSale: this.sales.length });
    this.#cost = add(this.#cost, paid);
    this.#leastCost += paid ?? 0n;
    this.#watcher?.onPaid(entry, paid, this.#cost);
  }

  /** Never below the sale's price: the coins sold are worth what was paid for them. */
  #valueAll(entry: LedgerEntry, soldId: CoinId, price: Money | null, sold: Amount): PortfolioValue {
    const unpriced: CoinId[] = [];
    const held: HeldCoin[] = [];
    let [dollars, own] = [0n, 0n];
    for (const [coinId, amount] of this.#balances) {
      if (amount <= 0n) continue;
      const close = this.#closeOf(coinId, entry.occurredAt);
      if (this.#watcher) held.push({ coinId, amount, close });
      if (close !== null) dollars += multiply(amount, close);
      else if (coinId === soldId && price !== null) own += roundMoney(price * amount, sold);
      else unpriced.push(coinId);
    }
    const priced = this.#valuer.convert({ currency: 'USD', amount: dollars }, entry.occurredAt);
    const sum = (priced ?? 0n) + own;
    const leastValue = price !== null && price > sum ? price : sum;
    const isKnown = unpriced.length === 0 && priced !== null;
    return { value: isKnown ? leastValue : null, leastValue, unpriced, held };
  }

  #marketValue({ occurredAt }: LedgerEntry, coinId: CoinId, amount: Amount): Money | null {
    const close = this.#closeOf(coinId, occurredAt);
    if (close === null) return null;
    return this.#valuer.convert({ currency: 'USD', amount: multiply(amount, close) }, occurredAt);
  }

  #closeOf(coinId: CoinId, at: Instant): bigint | null {
    const day = dayNumberOf(at);
    if (this.#closes.day !== day || this.#watcher) this.#closes = { day, byCoin: new Map() };
    const { byCoin } = this.#closes;
    const known = byCoin.get(coinId);
    if (known !== undefined) return known;
    const close = this.#valuer.closeOf(coinId, at);
    const found = typeof close === 'bigint' ? close : null;
    byCoin.set(coinId, found);
    return found;
  }

  /** Withdrawals from `Elsewhere` beyond its balance have no known cost. */
  #bookUnknownOrigin(entry: LedgerEntry, coinId: CoinId, wallet: string, amount: Amount): void {
    if (wallet !== elsewhere) return;
    const missing = amount - (this.#elsewhere.get(coinId) ?? 0n);
    if (missing <= 0n) return;
    this.#change(coinId, elsewhere, missing);
    this.#pay(entry, null);
  }

  /** More leaves than all wallets have: a purchase of unknown cost is missing. */
  #bookShortfall(entry: LedgerEntry, coinId: CoinId, wallet: string, amount: Amount): void {
    const missing = amount - (this.#balances.get(coinId) ?? 0n);
    if (missing <= 0n) return;
    this.#change(coinId, wallet, missing);
    this.#pay(entry, null);
  }

  #change(coinId: CoinId, wallet: string, amount: Amount): void {
    this.#balances.set(coinId, (this.#balances.get(coinId) ?? 0n) + amount);
    if (wallet === elsewhere) this.#elsewhere.set(coinId, (this.#elsewhere.get(coinId) ?? 0n) + amount);
  }
}

interface PortfolioValue {
  readonly value: Money | null;
  /** Without the coins that have no price. */
  readonly leastValue: Money;
  readonly unpriced: CoinId[];
  readonly held: HeldCoin[];
}

/** cost × price ÷ value, rounded; null if unknown. */
function shareOf(cost: Money, price: Money | null, value: Money | null): Money | null {
  return price === null || value === null || value <= 0n ? null : roundMoney(cost * price, value);
}

const add = (a: Money | null, b: Money | null) => (a === null || b === null ? null : a + b);

/**
 * The kind of disposal; null if it is none. A fee in coins is part of the operation it was paid for
 * (BOI-RPPM-PVBMC-30-20 § 50); a separate fee, or that of a transfer, is a payment for a service.
 */
function kindOf({ type, in: into, out }: LedgerEntry, isFee: boolean): PortfolioSale['kind'] | null {
  if (isFee) return type === 'fee' || type === 'transfer' ? 'fee' : null;
  if (type === 'gift_out') return 'gift_out';
  if (type === 'spend') return 'spend';
  return type === 'sell' && isMoney(into) && isCoin(out) ? 'sell' : null;
}
