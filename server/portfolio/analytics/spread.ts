import type { ValuedHolding } from '#contract/portfolio.ts';
import type { PortfolioSpread } from '#contract/portfolio-analytics.ts';
import { type Exact, toPercent, toText, zero } from '../valuation/exact.ts';

type Valued = Pick<ValuedHolding, 'coinId' | 'symbol' | 'name' | 'value'>;

/**
 * How value is spread across coins. Concentration is the Herfindahl–Hirschman index: the sum of the squared shares,
 * Σ(vᵢ/V)² = Σvᵢ²/V². Its inverse, the effective number (Laakso and Taagepera), is the number of equal holdings that
 * would be as concentrated. Both are rounded once, to 10 decimals. Null: nothing has a value, or a value is below zero.
 */
export function measureSpread(holdings: readonly Valued[]): PortfolioSpread | null {
  const coins = addUpCoins(holdings);
  const total = coins.reduce((sum, { value }) => sum.plus(value), zero);
  const [first] = coins;
  if (!first || total.isZero() || coins.some(({ value }) => value.lt(0))) return null;
  const squares = coins.reduce((sum, { value }) => sum.plus(value.times(value)), zero);
  const whole = total.times(total);
  const { value, ...coin } = coins.reduce(
    (largest, one) => (one.value.gt(largest.value) ? one : largest),
    first,
  );
  return {
    coins: coins.length,
    largest: { ...coin, value: toText(value), sharePercent: toText(toPercent(value, total)) },
    concentration: toText(toPercent(squares, whole).div(100)),
    equalHoldings: toText(toPercent(whole, squares).div(100)),
  };
}

/** The share of the value that is not in the coins left out, in percent, rounded as by `toPercent`. */
export function shareWithout(
  left: readonly { readonly coinId: string }[],
  holdings: readonly Valued[],
): string {
  const without = new Set(left.map(({ coinId }) => coinId));
  const coins = addUpCoins(holdings);
  const sum = (some: typeof coins) => some.reduce((total, { value }) => total.plus(value), zero);
  return toText(toPercent(sum(coins.filter(({ coinId }) => !without.has(coinId))), sum(coins)));
}

/** One entry per coin, in order of first appearance. */
function addUpCoins(holdings: readonly Valued[]) {
  const coins = new Map<string, Omit<Valued, 'value'> & { readonly value: Exact }>();
  for (const { coinId, symbol, name, value } of holdings) {
    if (value === null) continue;
    const before = coins.get(coinId)?.value ?? zero;
    coins.set(coinId, { coinId, symbol, name, value: before.plus(value) });
  }
  return [...coins.values()];
}
