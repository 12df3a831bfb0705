import { dayNumberOf } from '#server/platform/utc-day.ts';
import type { MoneyLeg } from '../engine/entry.ts';
import type { Valuer } from '../engine/expand-entry.ts';
import { type Money, oneToOne, roundMoney, roundPrice, roundRate } from '../engine/fixed-point.ts';
import type { DayValue, PastPrices, PastValue } from './past-values.ts';

/** A price in units of 10⁻¹⁸, or a rate in units of 10⁻³⁶. `pending`: being requested; null: there is none. */
type Parsed = bigint | 'pending' | null;

/** Values read at a time; other calls can run in between. */
const pageSize = 500;
const dayMs = 86_400_000;
/** How long a missing value, or one of an earlier day, is cached before it is looked up again. */
const missingLifeMs = 60 * 60_000;
/** After a large import tens of thousands may be pending, and a ledger may need as many rates of earlier days. */
const maxListed = 1_000;
/** Rough sizes in bytes: of a cached value, and of what is kept in addition if it may change. */
const [valueBytes, provisionalBytes] = [100, 250];

interface Wanted {
  /** A coin id or a currency code. */
  readonly name: string;
  readonly day: number;
}

interface Provisional extends Wanted {
  readonly dueAt: number;
  /** As it was read; null if there was none. */
  readonly answer: PastValue | 'pending' | null;
}

const toText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** Cached values of one kind by day. Remembers lookups of values that haven't been read. */
class DayCache {
  readonly #known = new Map<string, Map<number, Parsed>>();
  readonly #missing = new Map<string, Wanted>();
  /**
   * Values that may change: missing ones, those of a day that wasn't over, and rates of an earlier day, which give way to
   * the day's own once that is imported; with the instant at which to read again.
   */
  readonly #provisional = new Map<string, Provisional>();
  readonly parse: (text: string) => bigint;
  #count = 0;

  constructor(parse: (text: string) => bigint) {
    this.parse = parse;
  }

  get count(): number {
    return this.#count;
  }

  /** The rough size in bytes. */
  get size(): number {
    return this.#count * valueBytes + this.#provisional.size * provisionalBytes;
  }

  get(name: string, day: number): Parsed | undefined {
    const value = this.#known.get(name)?.get(day);
    if (value === undefined) this.#missing.set(`${name} ${day}`, { name, day });
    return value;
  }

  isProvisional(name: string, day: number): boolean {
    return this.#provisional.has(`${name} ${day}`);
  }

  takeMissing(): Wanted[] {
    const wanted = [...this.#missing.values()];
    this.#missing.clear();
    return wanted;
  }

  listDue(now: number): Wanted[] {
    return [...this.#provisional.values()].filter(({ dueAt }) => dueAt <= now);
  }

  /** The values that may change, as they were read. */
  listProvisional(kind: DayValue['kind']): DayValue[] {
    return [...this.#provisional.values()].flatMap(({ name, day, answer: value }) =>
      value ? [{ kind, name, day: toText(day), value }] : [],
    );
  }

  /** Returns whether the value differs from the previous one. `dueAt` is null if it is final. */
  set({ name, day }: Wanted, answer: PastValue | 'pending' | null, dueAt: number | null): boolean {
    const value = answer === null || answer === 'pending' ? answer : this.parse(answer.value);
    const days = this.#known.get(name) ?? new Map<number, Parsed>();
    this.#known.set(name, days);
    const isNew = !days.has(day);
    const hasChanged = !isNew && days.get(day) !== value;
    if (isNew) this.#count += 1;
    days.set(day, value);
    const key = `${name} ${day}`;
    if (dueAt === null) this.#provisional.delete(key);
    else this.#provisional.set(key, { name, day, dueAt, answer });
    return hasChanged;
  }

  forget(name: string): void {
    const days = this.#known.get(name);
    if (!days) return;
    for (const day of days.keys()) this.#provisional.delete(`${name} ${day}`);
    this.#count -= days.size;
    this.#known.delete(name);
  }
}

const stateOf = ({ day, value }: DayValue) => {
  if (value === 'pending') return 'pending';
  return value.at < Date.parse(day) ? 'earlier' : 'open';
};

/** Prices and rates by day for one ledger. Lookups are synchronous, so values are read beforehand. */
export class DayValues {
  readonly #closes = new DayCache(roundPrice);
  readonly #rates = new DayCache(roundRate);
  readonly #past: PastPrices;
  readonly #now: () => number;
  /** Whether a lookup since the start of `watch` found a value that may change. */
  #hasMetProvisional = false;

  constructor(past: PastPrices, now: () => number) {
    this.#past = past;
    this.#now = now;
  }

  /** The number of cached values. */
  get count(): number {
    return this.#closes.count + this.#rates.count;
  }

  /** The rough size of all cached values in bytes. */
  get size(): number {
    return this.#closes.size + this.#rates.size;
  }

  /** Drops the cached rates of a currency. */
  forgetRates(currency: string): void {
    this.#rates.forget(currency);
  }

  /** A valuer for a currency. A value that hasn't been read counts as pending; the next `load` reads it. */
  valuerIn(currency: string): Valuer {
    return {
      convert: (money, at) => this.#convert(money, currency, dayNumberOf(at)),
      closeOf: (coinId, at) => this.#look(this.#closes, coinId, dayNumberOf(at)),
    };
  }

  /** Runs lookups and returns whether any found a value that may change. */
  watch(lookups: () => void): boolean {
    this.#hasMetProvisional = false;
    lookups();
    return this.#hasMetProvisional;
  }

  /** Reads the values that were looked up but missing. Returns false if there were none. */
  async load(): Promise<boolean> {
    const [closes, rates] = [this.#closes.takeMissing(), this.#rates.takeMissing()];
    await this.#read(closes, rates);
    return closes.length + rates.length > 0;
  }

  /** Reads values that may have changed. Returns whether any has. */
  async reload(): Promise<boolean> {
    const now = this.#now();
    return this.#read(this.#closes.listDue(now), this.#rates.listDue(now));
  }

  /** The values that the figures are computed with, but that may change; of pending and of earlier ones, the first. */
  listProvisional(): DayValue[] {
    const all = [...this.#closes.listProvisional('quote'), ...this.#rates.listProvisional('rate')];
    const { open = [], pending = [], earlier = [] } = Object.fromEntries(Map.groupBy(all, stateOf));
    return [...open, ...pending.slice(0, maxListed), ...earlier.slice(0, maxListed)];
  }

  /** Whether any values are due to be read again. */
  get hasDue(): boolean {
    const now = this.#now();
    return this.#closes.listDue(now).length + this.#rates.listDue(now).length > 0;
  }

  async #read(closes: readonly Wanted[], rates: readonly Wanted[]): Promise<boolean> {
    const past = this.#past;
    const haveChanged = [
      await this.#readPages(this.#closes, closes, (page) =>
        past.readCloses(page.map(({ name, day }) => ({ coinId: name, day: toText(day) }))),
      ),
      await this.#readPages(this.#rates, rates, (page) =>
        past.readRates(page.map(({ name, day }) => ({ currency: name, day: toText(day) }))),
      ),
    ];
    return haveChanged.includes(true);
  }

  async #readPages(
    table: DayCache,
    wanted: readonly Wanted[],
    readPage: (page: readonly Wanted[]) => Promise<readonly (PastValue | 'pending' | null)[]>,
  ): Promise<boolean> {
    let hasChanged = false;
    for (let from = 0; from < wanted.length; from += pageSize) {
      const page = wanted.slice(from, from + pageSize);
      // Before the read: if the day ends meanwhile, what was read is not its last value.
      const today = dayNumberOf(this.#now());
      const answers = await readPage(page);
      for (const [index, one] of page.entries()) {
        const answer = answers[index] ?? null;
        hasChanged = table.set(one, answer, this.#dueAt(answer, one.day, today)) || hasChanged;
      }
    }
    return hasChanged;
  }

  /** When to read the value again; null if it is final. */
  #dueAt(value: PastValue | 'pending' | null, day: number, today: number): number | null {
    if (day >= today || value === 'pending') return this.#now();
    const isFinal = value !== null && value.at >= day * dayMs;
    return isFinal ? null : this.#now() + missingLifeMs;
  }

  #convert({ currency: from, amount }: MoneyLeg, to: string, day: number): Money | null {
    if (from === to) return amount;
    const [divisor, factor] = [this.#rate(from, day), this.#rate(to, day)];
    return divisor === null || factor === null ? null : roundMoney(amount * factor, divisor);
  }

  #rate(currency: string, day: number): bigint | null {
    if (currency === 'USD') return oneToOne;
    const rate = this.#look(this.#rates, currency, day);
    return typeof rate === 'bigint' && rate > 0n ? rate : null;
  }

  #look(table: DayCache, name: string, day: number): Parsed {
    const value = table.get(name, day);
    if (value === undefined || table.isProvisional(name, day)) this.#hasMetProvisional = true;
    return value === undefined ? 'pending' : value;
  }
}
