import type { ValuedHolding } from '#contract/portfolio.ts';
import { sumDecimals } from './decimal-sum.ts';

/**
 * The name of the coin behind more than half of a change, in the same direction. Null if no coin is, or if there is
 * only one coin.
 */
export function findMainMover(
  holdings: readonly Pick<ValuedHolding, 'coinId' | 'name' | 'change24h'>[],
): string | null {
  const byCoin = new Map<string, { name: string; change: string }>();
  for (const { coinId, name, change24h } of holdings) {
    if (change24h === null) continue;
    const previous = byCoin.get(coinId);
    byCoin.set(coinId, { name, change: previous ? sumDecimals([previous.change, change24h]) : change24h });
  }
  if (byCoin.size < 2) return null;
  const coins = [...byCoin.values()];
  // Floats will do: they only pick a name. The sums are exact.
  const total = Number(sumDecimals(coins.map(({ change }) => change)));
  return total === 0 ? null : (coins.find(({ change }) => Number(change) / total > 0.5)?.name ?? null);
}
