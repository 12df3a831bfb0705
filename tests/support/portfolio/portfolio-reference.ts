import type { Holding } from '#contract/portfolio.ts';
import type { HoldingPrice, Performance } from '../../../server/portfolio/valuation/performance.ts';

/*
 * A second implementation of portfolio arithmetic, for comparison, in integers only: a decimal is `units` of
 * 10^-`places`.
 */
interface Whole {
  readonly units: bigint;
  readonly places: number;
}

const zero: Whole = { units: 0n, places: 0 };

/** Parses `12.5`, `.5`, `5e-324` and the like: the formats of our decimals and of JavaScript's numbers. */
function read(text: string): Whole {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/.exec(
    text,
  )!;
  const places = fraction.length - Number(exponent);
  const units = BigInt(`${sign}${whole}${fraction}`) * 10n ** BigInt(Math.max(0, -places));
  return { units, places: Math.max(0, places) };
}

function toPlaces({ units, places }: Whole, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - places);
}

function add(a: Whole, b: Whole): Whole {
  const places = Math.max(a.places, b.places);
  return { units: toPlaces(a, places) + toPlaces(b, places), places };
}

const negate = ({ units, places }: Whole): Whole => ({ units: -units, places });
const multiply = (a: Whole, b: Whole): Whole => ({ units: a.units * b.units, places: a.places + b.places });
const sum = (all: readonly Whole[]): Whole => all.reduce(add, zero);
const compare = (a: Whole, b: Whole): number =>
  Number(add(a, negate(b)).units > 0n) - Number(add(b, negate(a)).units > 0n);

/** A percentage to 8 places, rounded half away from zero. */
function percent(part: Whole, whole: Whole): Whole {
  if (whole.units === 0n) return zero;
  const places = Math.max(part.places, whole.places);
  const numerator = toPlaces(part, places) * 10n ** 10n;
  const denominator = toPlaces(whole, places);
  const isNegative = numerator < 0n !== denominator < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const quotient = n / d;
  const rounded = (n % d) * 2n >= d ? quotient + 1n : quotient;
  return { units: isNegative ? -rounded : rounded, places: 8 };
}

function write({ units, places }: Whole): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The expected result of `valueHoldings`. */
export function referencePerformance(
  holdings: readonly Holding[],
  prices: ReadonlyMap<string, HoldingPrice>,
): Performance {
  const rows = holdings.map((holding) => {
    const held = prices.get(holding.coinId) ?? {
      price: null,
      change24h: null,
      state: 'gone' as const,
      asOf: null,
    };
    const amount = read(holding.amount);
    const invested = holding.purchasePrice === null ? zero : multiply(amount, read(holding.purchasePrice));
    const isPriced = held.price !== null;
    const value = isPriced ? multiply(amount, read(String(held.price))) : zero;
    const pnl = add(value, negate(invested));
    const change =
      isPriced && held.change24h !== null ? multiply(amount, read(String(held.change24h))) : null;
    return { holding, held, invested, isPriced, value, pnl, percent: percent(pnl, invested), change };
  });
  const priced = rows.filter(({ isPriced }) => isPriced);
  const free = priced.filter(({ holding }) => holding.purchasePrice === null);
  const changed = priced.filter(({ change }) => change !== null);
  const value = sum(priced.map((row) => row.value));
  const invested = sum(priced.map((row) => row.invested));
  const pnl = add(value, negate(invested));
  const change = sum(changed.map((row) => row.change!));
  const before = add(sum(changed.map((row) => row.value)), negate(change));
  const unpriced = rows.filter(({ isPriced }) => !isPriced);
  const sorted = [
    ...priced.toSorted((a, b) => compare(b.percent, a.percent) || compare(b.value, a.value)),
    ...unpriced,
  ];
  return {
    totals: {
      value: write(value),
      invested: write(invested),
      pnl: write(pnl),
      pnlPercent: write(percent(pnl, invested)),
      change24h: changed.length > 0 ? write(change) : null,
      change24hPercent: changed.length > 0 ? write(percent(change, before)) : null,
      valueWithoutCost: write(sum(free.map((row) => row.value))),
      withoutCost: rows.filter(({ holding }) => holding.purchasePrice === null).length,
      withoutPrice: unpriced.length,
      investedWithoutPrice: write(sum(unpriced.map((row) => row.invested))),
    },
    holdings: sorted.map((row) => ({
      ...row.holding,
      price: row.isPriced ? write(read(String(row.held.price))) : null,
      priceState: row.held.state,
      priceAsOf: row.held.asOf === null ? null : new Date(row.held.asOf).toISOString(),
      value: row.isPriced ? write(row.value) : null,
      invested: write(row.invested),
      hasCost: row.holding.purchasePrice !== null,
      amountWithoutCost: row.holding.purchasePrice === null ? write(read(row.holding.amount)) : '0',
      pnl: row.isPriced ? write(row.pnl) : null,
      pnlPercent: row.isPriced ? write(row.percent) : null,
      change24h: row.change && write(row.change),
      sharePercent: row.isPriced ? write(percent(row.value, value)) : null,
    })),
  };
}
