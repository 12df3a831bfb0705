import { setImmediate } from 'node:timers/promises';
import type { CoverageSource } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import { type DayNumber, dayNumberOf, formatDay } from '#server/platform/utc-day.ts';
import type { PastValues } from '../calculator/past-values.ts';
import { isMoney } from '../engine/entry.ts';
import {
  type Amount,
  type Money,
  multiply,
  oneToOne,
  parseAmount,
  parseMoney,
  roundMoney,
} from '../engine/fixed-point.ts';
import {
  addKnown,
  type DayTable,
  type Gap,
  isMissing,
  type Known,
  type LedgerDay,
  type Missing,
} from './day-table.ts';
import type { BalanceChange, Flow, LedgerTrace } from './trace-ledger.ts';

type ValueParts = Pick<PastValues, 'readSpan' | 'readRates'>;

/** `first` is the first day whose flows count; the table starts one day earlier. */
export interface ValueSpan {
  readonly first: DayNumber;
  readonly last: DayNumber;
  /** In upper case. */
  readonly currency: string;
}

const bitcoinId: CoinId = 'bitcoin';
/**
 * Rates read at a time by the thread that serves requests. A ledger may need a hundred thousand, for which other calls
 * would wait a quarter of a second.
 */
const ratesAtOnce = 500;

/** Values a ledger day by day, one coin at a time, in O(transactions + days × coins). */
export async function valueLedger(trace: LedgerTrace, span: ValueSpan, parts: ValueParts): Promise<DayTable> {
  const flows = trace.flows.filter(({ at }) => isWithin(span, dayNumberOf(at)));
  const rates = await loadRates(flows, span, parts);
  const table = new Valuation(span, rates);
  const byCoin = Map.groupBy(flows, ({ leg }) => (isMoney(leg) ? null : leg.coinId));
  for (const flow of byCoin.get(null) ?? []) table.addMoney(flow);
  for (const coinId of new Set([...trace.changes.keys(), bitcoinId])) {
    // A coin may have thousands of days, even if it needs no price: let other calls run in between.
    await setImmediate();
    const balances = listBalances(trace.changes.get(coinId) ?? [], span);
    const coinFlows = byCoin.get(coinId) ?? [];
    const needed = coinId === bitcoinId ? whole(span) : neededDays(balances, coinFlows, span);
    if (!needed) continue;
    const { prices, sources, isPending } = await parts.readSpan({ coinId, ...needed });
    const kind = isPending ? 'pending' : 'price';
    const priceOn = (day: DayNumber): Known<bigint> => {
      const price = prices.get(day);
      return price === undefined ? { kind, name: coinId, day } : parseAmount(price);
    };
    table.addCoin(coinId, balances, coinFlows, priceOn);
    if (trace.changes.has(coinId)) table.addSources(sources);
    if (coinId === bitcoinId) table.setBitcoin(priceOn);
  }
  return table.finish();
}

const whole = ({ first, last }: ValueSpan) => ({ from: first - 1, to: last });
const isWithin = ({ first, last }: ValueSpan, day: DayNumber) => day >= first && day <= last;

/** The balance at the end of each day of the table. */
function listBalances(changes: readonly BalanceChange[], { first, last }: ValueSpan): Amount[] {
  const balances: Amount[] = [];
  let balance = 0n;
  let next = 0;
  for (let day = first - 1; day <= last; day += 1) {
    for (; next < changes.length && dayNumberOf(changes[next]!.at) <= day; next += 1)
      balance += changes[next]!.amount;
    balances.push(balance);
  }
  return balances;
}

/** The range of days on which a price is needed; null if none is. */
function neededDays(
  balances: readonly Amount[],
  flows: readonly Flow[],
  { first }: ValueSpan,
): { from: DayNumber; to: DayNumber } | null {
  const days = flows.map(({ at }) => dayNumberOf(at));
  const start = balances.findIndex((balance) => balance !== 0n);
  const end = balances.findLastIndex((balance) => balance !== 0n);
  if (start >= 0) days.push(first - 1 + start, first - 1 + end);
  if (days.length === 0) return null;
  return {
    from: days.reduce((from, day) => Math.min(from, day)),
    to: days.reduce((to, day) => Math.max(to, day)),
  };
}

/** Units of a currency per dollar on a day, in units of 10⁻³⁶. */
type RateOn = (currency: string, day: DayNumber) => Known<bigint>;

async function loadRates(flows: readonly Flow[], span: ValueSpan, parts: ValueParts): Promise<RateOn> {
  const keys = new Set<string>();
  for (const { at, leg } of flows)
    if (isMoney(leg) && leg.currency !== span.currency) keys.add(`${leg.currency} ${dayNumberOf(at)}`);
  for (let day = span.first - 1; day <= span.last; day += 1) keys.add(`${span.currency} ${day}`);
  // Sorted, so that each part is of few currencies and a short time.
  const wanted = [...keys].filter((key) => !key.startsWith('USD ')).sort();
  const found: Awaited<ReturnType<ValueParts['readRates']>>[number][] = [];
  for (let from = 0; from < wanted.length; from += ratesAtOnce) {
    const some = wanted.slice(from, from + ratesAtOnce).map((key) => {
      const [currency = '', day = ''] = key.split(' ');
      return { currency, day: formatDay(Number(day)) };
    });
    found.push(...(await parts.readRates(some)));
  }
  const rates = new Map(
    wanted.map((key, index) => {
      const rate = found[index] ?? null;
      return [key, rate === null || rate === 'pending' ? rate : parseMoney(rate.value)];
    }),
  );
  return (currency, day) => {
    if (currency === 'USD') return oneToOne;
    const rate = rates.get(`${currency} ${day}`);
    if (rate === 'pending') return { kind: 'pending', name: currency, day };
    return rate ? rate : { kind: 'rate', name: currency, day };
  };
}

type Writable = { -readonly [Key in keyof LedgerDay]: LedgerDay[Key] };

/** Sums in dollars first, so that each day's value is converted once. */
class Valuation {
  readonly #span: ValueSpan;
  readonly #rateOn: RateOn;
  readonly #days: Writable[] = [];
  readonly #gaps: Gap[] = [];
  readonly #sources = new Set<CoverageSource>();

  constructor(span: ValueSpan, rateOn: RateOn) {
    this.#span = span;
    this.#rateOn = rateOn;
    for (let day = span.first - 1; day <= span.last; day += 1)
      this.#days.push({ day, value: 0n, in: 0n, out: 0n, bitcoin: 0n });
  }

  addMoney({ at, side, leg }: Flow): void {
    const { currency } = this.#span;
    const row = this.#rowOf(dayNumberOf(at));
    if (!isMoney(leg)) return;
    row[side] = addKnown(row[side], this.#convert(leg.amount, leg.currency, currency, row.day));
  }

  addCoin(
    coinId: CoinId,
    balances: readonly Amount[],
    flows: readonly Flow[],
    priceOn: (day: DayNumber) => Known<bigint>,
  ): void {
    const flowDays = new Set<DayNumber>();
    for (const { at, side, leg } of flows) {
      const row = this.#rowOf(dayNumberOf(at));
      flowDays.add(row.day);
      const price = priceOn(row.day);
      const value = isMissing(price) ? price : this.#fromDollars(multiply(leg.amount, price), row.day);
      row[side] = addKnown(row[side], value);
    }
    for (const [index, row] of this.#days.entries()) {
      const balance = balances[index] ?? 0n;
      if (balance === 0n && !flowDays.has(row.day)) continue;
      const price = priceOn(row.day);
      if (isMissing(price)) this.#addGap(coinId, row.day);
      if (balance !== 0n)
        row.value = addKnown(row.value, isMissing(price) ? price : multiply(balance, price));
    }
  }

  addSources(sources: readonly CoverageSource[]): void {
    for (const source of sources) this.#sources.add(source);
  }

  setBitcoin(priceOn: (day: DayNumber) => Known<bigint>): void {
    for (const row of this.#days) {
      const [price, rate] = [priceOn(row.day), this.#rateOn(this.#span.currency, row.day)];
      row.bitcoin = isMissing(price) ? price : isMissing(rate) ? rate : price * rate;
    }
  }

  finish(): DayTable {
    for (const row of this.#days)
      if (!isMissing(row.value)) row.value = this.#fromDollars(row.value, row.day);
    return { days: this.#days, gaps: this.#gaps, sources: [...this.#sources] };
  }

  #rowOf(day: DayNumber): Writable {
    return this.#days[day - this.#span.first + 1]!;
  }

  #fromDollars(money: Money, day: DayNumber): Known<Money> {
    return money === 0n ? 0n : this.#convert(money, 'USD', this.#span.currency, day);
  }

  /** Rounded once, half-even, to 18 decimals; within one currency nothing is rounded. */
  #convert(money: Money, from: string, to: string, day: DayNumber): Known<Money> {
    if (from === to) return money;
    const [divisor, factor] = [this.#rateOn(from, day), this.#rateOn(to, day)];
    const missing: Missing | undefined = [divisor, factor].find(isMissing);
    if (missing) return missing;
    return roundMoney(money * (factor as bigint), divisor as bigint);
  }

  #addGap(coinId: CoinId, day: DayNumber): void {
    const last = this.#gaps.at(-1);
    if (last?.coinId === coinId && last.to === day - 1)
      this.#gaps[this.#gaps.length - 1] = { ...last, to: day };
    else this.#gaps.push({ coinId, from: day, to: day });
  }
}
