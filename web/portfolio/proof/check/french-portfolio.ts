import {
  divide,
  type Entry,
  type Fields,
  type Leaves,
  type Money,
  minus,
  parse,
  plus,
  print,
  times,
  type Units,
} from './check-proof.ts';

/**
 * The whole portfolio by art. 150 VH bis CGI: one acquisition cost for all coins. A sale takes a share of it: the
 * sale's price divided by the portfolio's value. Once a value is unknown, so is the cost from then on.
 */
export class FrenchPortfolio {
  readonly #leaves: Leaves;
  readonly #held = new Map<string, Units>();
  readonly #elsewhere = new Map<string, Units>();
  #cost: Money = 0n;
  /** Keyed by `disposalKeyOf`. */
  readonly gains = new Map<string, Money>();

  constructor(leaves: Leaves) {
    this.#leaves = leaves;
  }
  *apply(entry: Entry, gross: Money, fee: Money): Generator<Fields> {
    const { type, in: into, out, wallet } = entry;
    const isTransfer = type === 'transfer';
    if (out?.coinId) {
      const [coin, amount] = [out.coinId, parse(out.amount)];
      yield* this.#findOrigin(entry, coin, amount);
      yield* this.#findMissing(entry, coin, amount);
      if (type === 'gift_out')
        yield* this.#sell(entry, coin, amount, this.#marketValue(entry, coin, amount), 0n);
      if (type === 'fee') yield* this.#sell(entry, coin, amount, gross, 0n, true);
      if (type === 'spend' || (type === 'sell' && into?.currency))
        yield* this.#sell(entry, coin, amount, gross, fee);
      if (type === 'loss') this.gains.set(disposalKeyOf(entry, coin, false), minus(0n, fee));
      this.#change(coin, wallet, -amount);
      if (isTransfer) this.#change(coin, entry.toWallet ?? wallet, amount);
    }
    if (into?.coinId) {
      this.#change(into.coinId, wallet, parse(into.amount));
      // Only money counts as acquisition cost: coins received for other coins cost nothing (III B).
      const paid = entry.fee?.coinId ? gross : plus(gross, fee);
      if (type !== 'swap') yield this.#pay(entry, paid);
    }
    if (!entry.fee?.coinId) return;
    const [coin, amount] = [entry.fee.coinId, parse(entry.fee.amount)];
    yield* this.#findOrigin(entry, coin, amount);
    yield* this.#findMissing(entry, coin, amount);
    if (isTransfer || type === 'fee') yield* this.#sell(entry, coin, amount, fee, 0n, true);
    this.#change(coin, wallet, -amount);
  }
  #pay(entry: Entry, paid: Money): Fields {
    this.#cost = plus(this.#cost, paid);
    return { op: 'cost', transaction: entry.id, paid: print(paid), result: print(this.#cost) };
  }
  /** Withdrawals from `Elsewhere` beyond its balance have no known cost. */
  *#findOrigin(entry: Entry, coin: string, amount: Units): Generator<Fields> {
    const missing = amount - (this.#elsewhere.get(coin) ?? 0n);
    if (entry.wallet !== 'elsewhere' || missing <= 0n) return;
    this.#change(coin, 'elsewhere', missing);
    yield this.#pay(entry, null);
  }
  /** Coins that leave without having come in were bought before at an unknown cost. */
  *#findMissing(entry: Entry, coin: string, amount: Units): Generator<Fields> {
    const missing = amount - (this.#held.get(coin) ?? 0n);
    if (missing <= 0n) return;
    this.#change(coin, entry.wallet, missing);
    yield this.#pay(entry, null);
  }
  #change(coin: string, wallet: string, amount: Units): void {
    this.#held.set(coin, (this.#held.get(coin) ?? 0n) + amount);
    if (wallet === 'elsewhere') this.#elsewhere.set(coin, (this.#elsewhere.get(coin) ?? 0n) + amount);
  }
  /** US dollars per coin at the day's close, to 18 places. */
  #closeOf(entry: Entry, coin: string): Money {
    const price = this.#leaves.price(coin, entry.occurredAt.slice(0, 10));
    return price === null ? null : divide(price, 1n);
  }
  #marketValue(entry: Entry, coin: string, amount: Units): Money {
    this.#leaves.inputs.clear();
    const close = this.#closeOf(entry, coin);
    if (close === null) return null;
    return this.#leaves.convert(times(amount, close), 'USD', entry.occurredAt.slice(0, 10));
  }
  *#sell(
    entry: Entry,
    coin: string,
    amount: Units,
    price: Money,
    fees: Money,
    isFee = false,
  ): Generator<Fields> {
    const isGift = entry.type === 'gift_out';
    if (!isGift) this.#leaves.inputs.clear();
    const { holdings, value } = this.#valueAll(entry, coin, amount, price);
    const name = { transaction: entry.id, coin, isFee };
    yield { op: 'portfolio', ...name, inputs: [...this.#leaves.inputs], holdings, result: print(value) };
    const cost = this.#cost;
    const isKnown = cost !== null && price !== null && value !== null && value > 0n;
    const share = isKnown ? divide(cost * price, value) : null;
    this.#cost = minus(cost, share);
    const gain = isGift ? null : minus(minus(price, fees), share);
    this.gains.set(disposalKeyOf(entry, coin, isFee), gain);
    const parts = { price: print(price), fees: print(fees), cost: print(cost), value: print(value) };
    const left = { share: print(share), gain: print(gain), result: print(this.#cost) };
    yield { op: 'share', ...name, ...parts, ...left };
  }
  /** The value of all coins, at least the sale's price. Sold coins without a close are valued at the price. */
  #valueAll(entry: Entry, sold: string, amount: Units, price: Money) {
    let [dollars, own, isKnown] = [0n, 0n, true];
    const holdings: Fields[] = [];
    for (const [coin, held] of this.#held) {
      if (held <= 0n) continue;
      const close = this.#closeOf(entry, coin);
      const worth = times(held, close);
      holdings.push({ coin, amount: print(held), price: print(close), dollars: print(worth) });
      if (worth !== null) dollars += worth;
      else if (coin === sold && price !== null) own += divide(price * held, amount);
      else isKnown = false;
    }
    const converted = this.#leaves.convert(dollars, 'USD', entry.occurredAt.slice(0, 10));
    const value = isKnown ? plus(converted, own) : null;
    return { holdings, value: value !== null && price !== null && price > value ? price : value };
  }
}

/** The key of a disposal. */
export const disposalKeyOf = (
  { transactionId }: Pick<Entry, 'transactionId'>,
  coin: string,
  isFee: boolean,
) => `${transactionId} ${isFee} ${coin}`;
