import type { ValuedHolding } from '#contract/portfolio.ts';
import type { DecimalText } from '#contract/units.ts';
import { compareDecimals, sumDecimals } from '../decimal-sum.ts';

/** How much the holdings of one coin rose or fell in a day. */
export interface CoinToday {
  readonly coinId: string;
  readonly name: string;
  readonly change: DecimalText;
  /** Its size over the largest, from 0 to 1. */
  readonly length: number;
}

/** The rows of the card; what is beyond them is counted. */
const maxRows = 8;

const sizeOf = (text: DecimalText) => text.replace('-', '');

/** The coins by the size of their day, the largest first, drawn from the largest fall to the largest rise. */
export function listToday(holdings: readonly Pick<ValuedHolding, 'coinId' | 'name' | 'change24h'>[]): {
  readonly rows: readonly CoinToday[];
  readonly others: number;
} {
  const coins = new Map<string, { coinId: string; name: string; change: DecimalText }>();
  for (const { coinId, name, change24h } of holdings) {
    if (change24h === null) continue;
    const before = coins.get(coinId)?.change;
    coins.set(coinId, { coinId, name, change: before ? sumDecimals([before, change24h]) : change24h });
  }
  const bySize = [...coins.values()].sort((a, b) => compareDecimals(sizeOf(b.change), sizeOf(a.change)));
  const largest = Number(sizeOf(bySize[0]?.change ?? '0'));
  const rows = bySize
    .slice(0, maxRows)
    .sort((a, b) => compareDecimals(a.change, b.change))
    .map((coin) => ({ ...coin, length: largest > 0 ? Number(sizeOf(coin.change)) / largest : 0 }));
  return { rows, others: bySize.length - rows.length };
}
