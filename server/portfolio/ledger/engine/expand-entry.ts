import type { CoinEvent, Problem, ProblemKind } from './coin-event.ts';
import { type CoinLeg, isCoin, isMoney, type LedgerEntry, type Leg, type MoneyLeg } from './entry.ts';
import { type Money, multiply, roundMoney } from './fixed-point.ts';

/** Where values in the figures' currency come from. */
export interface Valuer {
  /** Money at the rate of its day; null where there is none. */
  convert(money: MoneyLeg, at: number): Money | null;
  /** One coin's price on the day of `at`, in units of 10⁻¹⁸; `pending` while it is being asked for. */
  priceOf(coinId: string, at: number): bigint | 'pending' | null;
}

export interface ExpandedEntry {
  /** By coin, in the order in which they happen. */
  readonly events: readonly { readonly coinId: string; readonly event: CoinEvent }[];
  readonly problems: readonly { readonly coinId: string; readonly problem: Problem }[];
  /** The fee's value, and the coin in whose holding it counts (null: only in the totals). */
  readonly fee: { readonly coinId: string | null; readonly value: Money } | null;
  readonly income: { readonly coinId: string; readonly value: Money } | null;
}

/** What a transaction does to each coin, valued in one currency (contract 9). */
export function expandEntry(entry: LedgerEntry, valuer: Valuer): ExpandedEntry {
  return new Expansion(entry, valuer).run();
}

const add = (a: Money | null, b: Money | null) => (a === null || b === null ? null : a + b);
const subtract = (a: Money | null, b: Money | null) => (a === null || b === null ? null : a - b);

class Expansion {
  readonly #entry: LedgerEntry;
  readonly #valuer: Valuer;
  readonly #events: { coinId: string; event: CoinEvent }[] = [];
  readonly #problems: { coinId: string; problem: Problem }[] = [];

  constructor(entry: LedgerEntry, valuer: Valuer) {
    this.#entry = entry;
    this.#valuer = valuer;
  }

  run(): ExpandedEntry {
    const { type, fee: feeLeg } = this.#entry;
    const gross = this.#gross();
    const fee = feeLeg === null ? 0n : this.#valueOfFee(feeLeg, gross);
    this.#addMainEvents(gross, fee);
    const isAlone = type === 'fee';
    if (isCoin(feeLeg)) this.#dispose(feeLeg, fee, true);
    const cost = add(isAlone ? gross : 0n, fee);
    const main = this.#mainCoin()?.coinId ?? null;
    const income = type === 'income' && gross !== null && main !== null;
    return {
      events: this.#events,
      problems: this.#problems,
      fee: cost === null || cost === 0n ? null : { coinId: main, value: cost },
      income: income ? { coinId: main, value: gross } : null,
    };
  }

  #addMainEvents(gross: Money | null, fee: Money | null): void {
    const entry = this.#entry;
    switch (entry.type) {
      case 'buy':
      case 'opening':
      case 'income':
      case 'gift_in':
        return this.#acquire(entry.in as CoinLeg, add(gross, fee));
      case 'sell':
      case 'spend':
        return this.#dispose(entry.out as CoinLeg, subtract(gross, fee));
      case 'swap':
        this.#dispose(entry.out as CoinLeg, gross);
        return this.#acquire(entry.in as CoinLeg, add(gross, fee));
      case 'transfer':
        return this.#transfer(entry.out as CoinLeg);
      case 'gift_out':
        return this.#dispose(entry.out as CoinLeg, 'atCost');
      case 'loss':
        return this.#dispose(entry.out as CoinLeg, subtract(0n, fee));
      case 'fee':
        if (isCoin(entry.out)) this.#dispose(entry.out, gross, true);
    }
  }

  /** The coin leg in whose holding fees and problems stand: `in` before `out`. */
  #mainCoin(): CoinLeg | null {
    const { in: into, out, fee } = this.#entry;
    return [into, out, fee].find(isCoin) ?? null;
  }

  /** What the coins of the transaction were worth, before fees; null: not known. */
  #gross(): Money | null {
    const { type, in: into, out, value } = this.#entry;
    const money = [into, out].find(isMoney);
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

  /** By the price of what is given away, and where there is none, by that of what comes in. */
  #valueOfSwap(): Money | null {
    const { in: into, out, occurredAt } = this.#entry;
    const priced = [out, into].filter(isCoin);
    const known = priced.find(({ coinId }) => typeof this.#valuer.priceOf(coinId, occurredAt) === 'bigint');
    const coin = known ?? priced[0];
    return coin ? this.#valueByPrice(coin) : null;
  }

  #valueOfFee(fee: Leg, gross: Money | null): Money | null {
    if (isMoney(fee)) return this.#convert(fee);
    const { in: into, out, type } = this.#entry;
    const leg = [into, out].filter(isCoin).find(({ coinId }) => coinId === fee.coinId);
    // A coin that nobody paid for has a price all the same.
    if (leg && gross !== null && type !== 'transfer') return roundMoney(gross * fee.amount, leg.amount);
    return this.#valueByPrice(fee);
  }

  #valueByPrice({ coinId, amount }: CoinLeg): Money | null {
    const price = this.#valuer.priceOf(coinId, this.#entry.occurredAt);
    if (typeof price === 'bigint') return multiply(amount, price);
    this.#report(price === 'pending' ? 'price_pending' : 'no_price', coinId);
    return null;
  }

  #convert(money: MoneyLeg): Money | null {
    const converted = this.#valuer.convert(money, this.#entry.occurredAt);
    const coin = this.#mainCoin();
    if (converted === null && coin) this.#report('no_rate', coin.coinId);
    return converted;
  }

  #acquire({ coinId, amount }: CoinLeg, cost: Money | null): void {
    const entry = this.#entry;
    const { wallet, occurredAt, acquiredAt, type, isDateAssumed } = entry;
    const isDateUnknown = type === 'opening' && isDateAssumed;
    if (isDateAssumed) this.#report('assumed_date', coinId);
    this.#events.push({
      coinId,
      event: {
        kind: 'acquisition',
        entry,
        amount,
        wallet,
        cost,
        acquiredAt: acquiredAt ?? occurredAt,
        isDateUnknown,
      },
    });
  }

  #dispose({ coinId, amount }: CoinLeg, proceeds: Money | null | 'atCost', isFee = false): void {
    const entry = this.#entry;
    const picks = isFee && entry.type !== 'fee' ? [] : entry.lots;
    this.#events.push({
      coinId,
      event: { kind: 'disposal', entry, amount, wallet: entry.wallet, proceeds, isFee, picks },
    });
  }

  #transfer({ coinId, amount }: CoinLeg): void {
    const entry = this.#entry;
    const { wallet: from, toWallet, lots: picks } = entry;
    this.#events.push({
      coinId,
      event: { kind: 'transfer', entry, amount, from, to: toWallet ?? from, picks },
    });
  }

  #report(kind: ProblemKind, coinId: string): void {
    this.#problems.push({ coinId, problem: { kind, transactionId: this.#entry.id } });
  }
}
