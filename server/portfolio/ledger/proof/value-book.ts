import type { DecimalText } from '#contract/units.ts';
import { Exact, toText } from '../../valuation/exact.ts';
import type { Day, PastValue } from '../calculator/past-values.ts';
import type { MoneyLeg } from '../engine/entry.ts';
import type { Valuer } from '../engine/expand-entry.ts';
import {
  formatAmount,
  formatMoney,
  type Money,
  oneToOne,
  roundMoney,
  roundPrice,
  roundRate,
} from '../engine/fixed-point.ts';
import { type ProofLeaf, toQuoteLeaf, toRateLeaf } from './proof-leaves.ts';

type Known = PastValue | 'pending' | null;

/** A book's values as they are passed to a thread. */
export interface ValueRows {
  readonly currency: string;
  readonly values: readonly (readonly [key: string, value: Known])[];
}

const toDay = (at: number): Day => new Date(at).toISOString().slice(0, 10);

/** Prices and rates by day for one proof. Records which were used for what. */
export class ValueBook {
  readonly #currency: string;
  readonly #values = new Map<string, Known>();
  readonly #leaves = new Map<string, ProofLeaf>();
  #inputs = new Set<string>();
  #missing = new Set<string>();
  #isPending = false;

  constructor(currency: string) {
    this.#currency = currency;
  }

  /** Returns the values that were looked up but missing, and forgets them. */
  takeMissing(): { closes: { coinId: string; day: Day }[]; rates: { currency: string; day: Day }[] } {
    const keys = [...this.#missing].map((key) => key.split(' '));
    this.#missing = new Set();
    return {
      closes: keys.flatMap(([kind, coinId, day]) =>
        kind === 'quote' ? [{ coinId: coinId!, day: day! }] : [],
      ),
      rates: keys.flatMap(([kind, currency, day]) =>
        kind === 'rate' ? [{ currency: currency!, day: day! }] : [],
      ),
    };
  }

  setPrice(coinId: string, day: Day | 'now', value: Known): void {
    this.#values.set(`quote ${coinId} ${day}`, value);
  }

  setRate(currency: string, day: Day | 'now', value: Known): void {
    this.#values.set(`rate ${currency} ${day}`, value);
  }

  toRows(): ValueRows {
    return { currency: this.#currency, values: [...this.#values] };
  }

  static fromRows({ currency, values }: ValueRows): ValueBook {
    const book = new ValueBook(currency);
    for (const [key, value] of values) book.#values.set(key, value);
    return book;
  }

  /** A copy with the same values, none of them marked as used. */
  copy(): ValueBook {
    return ValueBook.fromRows(this.toRows());
  }

  /** Whether a lookup needs a value that is still being requested. */
  needsPending(lookup: () => void): boolean {
    this.#isPending = false;
    lookup();
    return this.#isPending;
  }

  /** The prices and rates that were used. */
  listLeaves(): ProofLeaf[] {
    return [...this.#leaves.values()];
  }

  /** Records what a lookup uses: ids of leaves, in order of first use. */
  record<Result>(lookup: () => Result): { result: Result; inputs: string[] } {
    this.takeInputs();
    const result = lookup();
    return { result, inputs: this.takeInputs() };
  }

  /** Returns the ids of the leaves used since the last call. */
  takeInputs(): string[] {
    const inputs = [...this.#inputs];
    this.#inputs = new Set();
    return inputs;
  }

  toValuer(): Valuer {
    return {
      convert: (money, at) => this.#convert(money, toDay(at)),
      closeOf: (coinId, at) => this.#look('quote', coinId, toDay(at)),
    };
  }

  /** A coin's price in the figure's currency: with all digits if in dollars, otherwise rounded to 18 decimals. */
  priceNow(coinId: string): DecimalText | null {
    const quote = this.#values.get(`quote ${coinId} now`);
    if (this.#look('quote', coinId, 'now') === null || !quote || quote === 'pending') return null;
    if (this.#currency === 'USD') return toText(new Exact(quote.value));
    const rate = this.#rate(this.#currency, 'now');
    if (rate === null) return null;
    return formatAmount(roundPrice(toText(new Exact(quote.value).times(formatMoney(rate)))));
  }

  #convert({ currency, amount }: MoneyLeg, day: Day | 'now'): Money | null {
    if (currency === this.#currency) return amount;
    const [from, to] = [this.#rate(currency, day), this.#rate(this.#currency, day)];
    return from === null || to === null ? null : roundMoney(amount * to, from);
  }

  #rate(currency: string, day: Day | 'now'): bigint | null {
    if (currency === 'USD') return oneToOne;
    const rate = this.#look('rate', currency, day);
    return typeof rate === 'bigint' && rate > 0n ? rate : null;
  }

  #look(kind: 'quote' | 'rate', name: string, day: Day | 'now'): bigint | 'pending' | null {
    const key = `${kind} ${name} ${day}`;
    const value = this.#values.get(key);
    if (value === undefined) this.#missing.add(key);
    if (value === 'pending') this.#isPending = true;
    if (value === undefined || value === 'pending') return 'pending';
    if (value === null) return null;
    const leaf = this.#leaves.get(key) ?? (kind === 'quote' ? toQuoteLeaf : toRateLeaf)(name, day, value);
    this.#leaves.set(key, leaf);
    this.#inputs.add(leaf.id);
    return kind === 'quote' ? roundPrice(value.value) : roundRate(value.value);
  }
}
