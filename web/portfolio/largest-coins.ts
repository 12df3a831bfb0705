import type { ValuedHolding } from '#contract/portfolio.ts';
import { sumDecimals } from './decimal-sum.ts';

/** The value of a user's holdings of one coin, in all portfolios. */
export interface CoinValue {
  readonly coinId: string;
  readonly name: string;
  /** In US dollars, as decimal text. */
  readonly value: string;
}

/** The coins with the highest value, largest first, at most `count`. Coins without a price are left out. */
export function listLargestCoins(
  holdings: readonly Pick<ValuedHolding, 'coinId' | 'name' | 'value'>[],
  count: number,
): CoinValue[] {
  const coins = new Map<string, CoinValue>();
  for (const { coinId, name, value } of holdings) {
    if (value === null) continue;
    const previous = coins.get(coinId);
    coins.set(coinId, { coinId, name, value: previous ? sumDecimals([previous.value, value]) : value });
  }
  return [...coins.values()].sort((a, b) => Number(b.value) - Number(a.value)).slice(0, count);
}
