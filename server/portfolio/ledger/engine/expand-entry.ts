import type { CoinEvent, Problem, ProblemKind } from './coin-event.ts';
import {
  type CoinLeg,
  hasRightSides,
  isCoin,
  isMoney,
  type LedgerEntry,
  type Leg,
  type LotPick,
  type MoneyLeg,
} from './entry.ts';
import type { DatedValue } from './figures.ts';
import { type Amount, type Money, multiply, roundMoney } from './fixed-point.ts';

/** The source of values in the figures' currency. */
export interface Valuer {
  /** Converts money at the day's rate; null if there is none. */
  convert(money: MoneyLeg, at: number): Money | null;
  /** A coin's close on the day of `at`, in US dollars in units of 10⁻¹⁸. `pending`: still being requested. */
  closeOf(coinId: string, at: number): bigint | 'pending' | null;
}

export interface ExpandedEntry {
  /** By coin, in the order in which they happen. */
  readonly events: readonly CoinEvent[];
  readonly problems: readonly { readonly coinId: string; readonly problem: Problem }[];
  /** The value of the fee (null: unknown), and the coin it counts for (null: only in the totals). */
  readonly fee: (DatedValue & { readonly coinId: string | null }) | null;
  readonly income: (DatedValue & { readonly coinId: string }) | null;
  /** The value before the fee, and the fee; null: unknown. */
  readonly gross: Money | null;
  readonly feeValue: Money | null;
}

/** Expands a transaction into its events for each coin, valued in one currency. */
export function expandEntry(entry: LedgerEntry, valuer: Valuer): ExpandedEntry {
  return new Expansion(entry, valuer).run();
}

const add = (a: Money | null, b: Money | null) => (a === null || b === null ? null : a + b);
const subtract = (a: Money | null, b: Money | null) => (a === null || b === null ? null : a - b);

/** Shared, because nearly all entries have none, and a ledger may have a hundred thousand. */
const noProblems: ExpandedEntry['problems'] = [];
const noPicks: LotPick[] = [];

class Expansion {
  readonly #entry: LedgerEntry;
  /** Read once, because a packed entry makes its legs when they are read. */
  readonly #in: Leg | null;
  readonly #out: Leg | null;
  readonly #fee: Leg | null;
  readonly #valuer: Valuer;
  #events: CoinEvent[] | null = null;
  #problems: ExpandedEntry['problems'] = noProblems;

  constructor(entry: LedgerEntry, valuer: Valuer) {
    this.#entry = entry;
    this.#in = entry.in;
    this.#out = entry.out;
    this.#fee = entry.fee;
    this.#valuer = valuer;
  }

  run(): ExpandedEntry {
    const entry = this.#entry;
    const { type } = entry;
    const feeLeg = this.#fee;
    if (!hasRightSides(type, this.#in, this.#out)) this.#reportToLegs('unknown_cost', null);
    const gross = this.#gross();
    const fee = feeLeg === null ? 0n : this.#valueOfFee(feeLeg);
    this.#addMainEvents(gross, fee);
    const isAlone = type === 'fee';
    if (isCoin(feeLeg)) this.#dispose(feeLeg, fee, true);
    const cost = add(isAlone ? gross : 0n, fee);
    const main = this.#mainCoin()?.coinId ?? null;
    return {
      events: this.#events ?? [],
      problems: this.#problems,
      fee: cost === 0n ? null : { entry, coinId: main, value: cost },
      income: type === 'income' && main !== null ? { entry, coinId: main, value: gross } : null,
      gross,
      feeValue: fee,
    };
  }

  #addMainEvents(gross: Money | null, fee: Money | null): void {
    const into = this.#in;
    const out = this.#out;
    if (isCoin(out)) this.#addOutflow(out, gross, fee);
    if (isCoin(into)) this.#acquire(into, this.#entry.isFeeSellingCost ? gross : add(gross, fee));
  }

  #addOutflow(out: CoinLeg, gross: Money | null, fee: Money | null): void {
    const { type, isFeeSellingCost = false } = this.#entry;
    if (type === 'transfer') this.#transfer(out);
    else if (type === 'fee') this.#dispose(out, gross, true);
    // A swap's fee is a cost of the coin received, unless a country's rule says otherwise.
    else if (type === 'swap' && !isFeeSellingCost) this.#dispose(out, gross);
    else if (type === 'gift_out') this.#dispose(out, 'atCost');
    else this.#dispose(out, subtract(type === 'loss' ? 0n : gross, fee));
  }

  /** The coin for which fees and problems are reported: that of `in`, else of `out`. */
  #mainCoin(): CoinLeg | null {
    const into = this.#in;
    const out = this.#out;
    const fee = this.#fee;
    return isCoin(into) ? into : isCoin(out) ? out : isCoin(fee) ? fee : null;
  }

  /** The value of the transaction's coins before fees; null if unknown. */
  #gross(): Money | null {
    const { type, value } = this.#entry;
    const into = this.#in;
    const out = this.#out;
    const money = isMoney(into) ? into : isMoney(out) ? out : null;
    if (money) return this.#convert(money);
    if (type === 'transfer' || type === 'loss' || type === 'gift_out') return null;
    if (value) return this.#convert(value);
    const coin = isCoin(out) ? out : isCoin(into) ? into : null;
    if (type === 'buy' || type === 'opening') {
      if (coin) this.#report('unknown_cost', coin.coinId);
      return null;
    }
    if (coin && type === 'gift_in') this.#report('assumed_value', coin.coinId);
    if (type === 'swap') return this.#valueOfSwap();
    return coin && this.#valueByPrice(coin);
  }

  /** By the price of the coin given away, or if there is none, of the coin received. */
  #valueOfSwap(): Money | null {
    const { occurredAt } = this.#entry;
    const into = this.#in;
    const out = this.#out;
    if (!isCoin(into) || !isCoin(out)) return null;
    const isPriced = this.#valuer.closeOf(out.coinId, occurredAt) !== null;
    const isOtherPriced = !isPriced && this.#valuer.closeOf(into.coinId, occurredAt) !== null;
    return this.#valueByPrice(isOtherPriced ? into : out);
  }

  #valueOfFee(fee: Leg): Money | null {
    if (isMoney(fee)) return this.#convert(fee);
    const { value } = this.#entry;
    const into = this.#in;
    const out = this.#out;
    const leg = [into, out].filter(isCoin).find(({ coinId, amount }) => coinId === fee.coinId && amount > 0n);
    const money = [into, out].find(isMoney) ?? value;
    if (!leg || !money) return this.#valueByPrice(fee);
    const stated = this.#convert(money);
    return stated === null ? null : roundMoney(stated * fee.amount, leg.amount);
  }

  #valueByPrice({ coinId, amount }: CoinLeg): Money | null {
    const close = this.#valuer.closeOf(coinId, this.#entry.occurredAt);
    if (typeof close === 'bigint') return this.#convert({ currency: 'USD', amount: multiply(amount, close) });
    this.#reportToLegs(close === 'pending' ? 'price_pending' : 'no_price', coinId);
    return null;
  }

  #convert(money: MoneyLeg): Money | null {
    const converted = this.#valuer.convert(money, this.#entry.occurredAt);
    if (converted === null) this.#reportToLegs('no_rate', null);
    return converted;
  }

  #acquire({ coinId, amount }: CoinLeg, cost: Money | null): void {
    const entry = this.#entry;
    const { wallet, occurredAt, acquiredAt, type, isDateAssumed } = entry;
    const isDateUnknown = type === 'opening' && isDateAssumed;
    if (isDateAssumed) this.#report('assumed_date', coinId);
    this.#addEvent({
      kind: 'acquisition',
      coinId,
      entry,
      amount,
      wallet,
      cost,
      acquiredAt: acquiredAt ?? occurredAt,
      isDateUnknown,
    });
  }

  #dispose({ coinId, amount }: CoinLeg, proceeds: Money | null | 'atCost', isFee = false): void {
    const entry = this.#entry;
    const picks = isFee && entry.type !== 'fee' ? this.#withheldLots(coinId, amount) : entry.lots;
    const { wallet } = entry;
    this.#addEvent({ kind: 'disposal', coinId, entry, amount, wallet, proceeds, isFee, picks });
  }

  /** If a fee in the received coin is a cost of the coin given away, it is withheld from the units just received. */
  #withheldLots(coinId: string, amount: Amount): LotPick[] {
    const { id, isFeeSellingCost = false } = this.#entry;
    const into = this.#in;
    if (!isFeeSellingCost || !isCoin(into) || into.coinId !== coinId) return noPicks;
    return [{ transactionId: id, amount, isBinding: true }];
  }

  #transfer({ coinId, amount }: CoinLeg): void {
    const entry = this.#entry;
    const { wallet: from, toWallet, lots: picks } = entry;
    this.#addEvent({ kind: 'transfer', coinId, entry, amount, from, to: toWallet ?? from, picks });
  }

  /** Reports a missing value for each coin of the transaction, and for the coin whose price is missing. */
  #reportToLegs(kind: ProblemKind, coinId: string | null): void {
    const into = this.#in;
    const out = this.#out;
    const fee = this.#fee;
    const legs = [into, out].filter(isCoin).map((leg) => leg.coinId);
    if (coinId === null && legs.length === 0 && isCoin(fee)) legs.push(fee.coinId);
    for (const concerned of new Set(coinId === null ? legs : [...legs, coinId]))
      this.#report(kind, concerned);
  }

  /** Nearly all entries have one event, and an array that grows by `push` reserves room for seventeen. */
  #addEvent(event: CoinEvent): void {
    if (this.#events) this.#events.push(event);
    else this.#events = [event];
  }

  #report(kind: ProblemKind, coinId: string): void {
    const reported = { coinId, problem: { kind, transactionId: this.#entry.id } };
    this.#problems = [...this.#problems, reported];
  }
}
