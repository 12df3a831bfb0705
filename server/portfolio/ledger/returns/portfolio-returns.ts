import type { PortfolioReturn } from '#contract/ledger/returns.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import type { Money } from '../engine/fixed-point.ts';
import { addBitcoinFlows, bitcoinsFor, valueOfBitcoins } from './bitcoin-flows.ts';
import { addKnown, type DayTable, isMissing, type Known, type LedgerDay, type Missing } from './day-table.ts';
import { type DatedFlow, type MoneyWeighted, solveMoneyWeighted } from './money-weighted.ts';
import { type Outcome, toOutcome } from './outcome.ts';
import { percentTextOfGrowth, percentTextOfRatio } from './percent-text.ts';
import { timeWeightedReturn } from './time-weighted.ts';

/*
 * The four kinds of returns. docs/returns.md explains them to users; change both together.
 */

/** Spans of at least this long also have an annual rate. */
const yearDays = 365;

const definitions = {
  simple:
    'Your gain (what you have at the end plus what you took out, less what you had at the start and what you put in), divided by what you had at the start plus what you put in.',
  timeWeighted:
    'The returns of all days multiplied together, so that the timing and size of your payments have no effect.',
  moneyWeighted:
    'The constant rate at which everything you put in would have grown to what you took out plus what you have at the end (XIRR, 365 days a year).',
  benchmark:
    'The simple return you would have if every payment in or out had bought or sold bitcoin at the close of its day.',
} as const;

export interface FourReturns {
  readonly simple: PortfolioReturn;
  readonly timeWeighted: PortfolioReturn;
  readonly moneyWeighted: PortfolioReturn;
  readonly benchmark: PortfolioReturn;
}

/** Returns over the table's days after the first. `lastDay`: the date on which the span ends. */
export function calculateReturns({ days }: DayTable, lastDay: DayNumber): FourReturns {
  const sums = sumUp(days);
  const isEmpty = !isMissing(sums) && days.every(isIdle);
  const of = (name: keyof typeof definitions, work: (known: Sums) => Outcome): PortfolioReturn =>
    toReturn(name, isMissing(sums) ? toOutcome(sums) : isEmpty ? nothingHeld : work(sums));
  return {
    simple: of('simple', simpleReturn),
    timeWeighted: toReturn('timeWeighted', isEmpty ? nothingHeld : timeWeightedReturn(days)),
    moneyWeighted: of('moneyWeighted', (known) => moneyWeightedReturn(days, known, lastDay)),
    benchmark: of('benchmark', (known) => benchmarkReturn(days, known)),
  };
}

const nothingHeld: Outcome = { reason: 'Nothing was held in this span.' };
const nothingPutIn: Outcome = { reason: 'There was nothing at the start, and nothing was put in.' };

function toReturn(name: keyof typeof definitions, outcome: Outcome): PortfolioReturn {
  const definition = definitions[name];
  if ('reason' in outcome) return { percent: null, annualPercent: null, definition, reason: outcome.reason };
  return { percent: outcome.percent, annualPercent: outcome.annualPercent ?? null, definition, reason: null };
}

function isIdle({ value, in: paid, out }: LedgerDay): boolean {
  return value === 0n && paid === 0n && out === 0n;
}

interface Sums {
  readonly start: Money;
  readonly end: Money;
  readonly in: Money;
  readonly out: Money;
}

function sumUp(days: readonly LedgerDay[]): Sums | Missing {
  const start = days[0]?.value ?? 0n;
  const end = days.at(-1)?.value ?? 0n;
  const flows = days.slice(1);
  const paid = flows.reduce<Known<Money>>((sum, day) => addKnown(sum, day.in), 0n);
  const taken = flows.reduce<Known<Money>>((sum, day) => addKnown(sum, day.out), 0n);
  if (isMissing(start)) return start;
  if (isMissing(paid)) return paid;
  if (isMissing(taken)) return taken;
  return isMissing(end) ? end : { start, end, in: paid, out: taken };
}

function simpleReturn({ start, end, in: paid, out }: Sums): Outcome {
  const base = start + paid;
  if (base <= 0n) return nothingPutIn;
  return { percent: percentTextOfRatio(end + out - base, base) };
}

function moneyWeightedReturn(days: readonly LedgerDay[], { start, end }: Sums, lastDay: DayNumber): Outcome {
  const flowDays = days.slice(1);
  const first = flowDays[0]?.day ?? lastDay;
  const flows: DatedFlow[] = [{ day: first, amount: -toFloat(start) }];
  for (const { day, in: paid, out } of flowDays)
    flows.push({ day, amount: toFloat((out as Money) - (paid as Money)) });
  flows.push({ day: lastDay, amount: toFloat(end) });
  return describeRate(solveMoneyWeighted(flows, first, lastDay), lastDay - first);
}

function describeRate(solved: MoneyWeighted, spanDays: number): Outcome {
  if (solved.kind === 'none') return { reason: solved.reason };
  const isYear = spanDays >= yearDays;
  if (solved.kind === 'lost') return { percent: '-100', ...(isYear && { annualPercent: '-100' }) };
  const { growth } = solved;
  const annual = percentTextOfGrowth((growth * yearDays) / spanDays);
  return { percent: percentTextOfGrowth(growth), ...(isYear && { annualPercent: annual }) };
}

/** Money as a float, in units of the currency. */
const toFloat = (money: Money): number => Number(money) / 1e36;

function benchmarkReturn(days: readonly LedgerDay[], sums: Sums): Outcome {
  const [first, ...rest] = days;
  const price = first?.bitcoin ?? 0n;
  if (sums.start !== 0n && isMissing(price)) return toOutcome(price);
  let bitcoins: Known<bigint> = sums.start === 0n ? 0n : bitcoinsFor(sums.start, price as bigint);
  for (const day of rest) bitcoins = addBitcoinFlows(bitcoins, day);
  const end = valueOfBitcoins(bitcoins, days.at(-1)?.bitcoin ?? 0n);
  return isMissing(end) ? toOutcome(end) : simpleReturn({ ...sums, end });
}
