import type { ValuedHolding } from '#contract/portfolio.ts';
import { sumDecimals } from './decimal-sum.ts';

/** What somebody holds of one coin, in all portfolios together. */
export interface CoinWorth {
  readonly coinId: string;
  readonly name: string;
  /** US dollars, as decimal text. */
  readonly value: string;
}

/** The coins that are worth most, the largest first, `count` at most; coins without a price are not among them. */
export function listLargestCoins(
  holdings: readonly Pick<ValuedHolding, 'coinId' | 'name' | 'value'>[],
  count: number,
): CoinWorth[] {
  const coins = new Map<string, CoinWorth>();
  for (const { coinId, name, value } of holdings) {
    if (value === null) continue;
    const before = coins.get(coinId);
    coins.set(coinId, { coinId, name, value: before ? sumDecimals([before.value, value]) : value });
  }
  return [...coins.values()].sort((a, b) => Number(b.value) - Number(a.value)).slice(0, count);
}
