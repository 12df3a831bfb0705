import type { ValuedHolding } from '#contract/portfolio.ts';
import { sumDecimals } from './decimal-sum.ts';

/**
 * The name of the coin that made most of a change: more than half of it, in its direction. Null where none did, or where
 * there is only one coin.
 */
export function findMainMover(
  holdings: readonly Pick<ValuedHolding, 'coinId' | 'name' | 'change24h'>[],
): string | null {
  const byCoin = new Map<string, { name: string; change: string }>();
  for (const { coinId, name, change24h } of holdings) {
    if (change24h === null) continue;
    const before = byCoin.get(coinId);
    byCoin.set(coinId, { name, change: before ? sumDecimals([before.change, change24h]) : change24h });
  }
  if (byCoin.size < 2) return null;
  const coins = [...byCoin.values()];
  // For the choice of a name only: the sums themselves are exact.
  const total = Number(sumDecimals(coins.map(({ change }) => change)));
  return total === 0 ? null : (coins.find(({ change }) => Number(change) / total > 0.5)?.name ?? null);
}
