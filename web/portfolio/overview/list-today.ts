import type { ValuedHolding } from '#contract/portfolio.ts';
import type { DecimalText } from '#contract/units.ts';
import { compareDecimals, sumDecimals } from '../decimal-sum.ts';

/** The 24h change in value of a user's holdings of one coin. */
export interface CoinToday {
  readonly coinId: string;
  readonly name: string;
  readonly change: DecimalText;
  /** Size of the change relative to the largest, from 0 to 1. */
  readonly length: number;
}

/** Rows of the card. The other coins are only counted. */
const maxRows = 8;

const absolute = (text: DecimalText) => text.replace('-', '');

/** Picks the coins with the largest changes, and lists them from the largest fall to the largest rise. */
export function listToday(holdings: readonly Pick<ValuedHolding, 'coinId' | 'name' | 'change24h'>[]): {
  readonly rows: readonly CoinToday[];
  readonly others: number;
} {
  const coins = new Map<string, { coinId: string; name: string; change: DecimalText }>();
  for (const { coinId, name, change24h } of holdings) {
    if (change24h === null) continue;
    const previous = coins.get(coinId)?.change;
    coins.set(coinId, { coinId, name, change: previous ? sumDecimals([previous, change24h]) : change24h });
  }
  const bySize = [...coins.values()].sort((a, b) => compareDecimals(absolute(b.change), absolute(a.change)));
  const largest = Number(absolute(bySize[0]?.change ?? '0'));
  const rows = bySize
    .slice(0, maxRows)
    .sort((a, b) => compareDecimals(a.change, b.change))
    .map((coin) => ({ ...coin, length: largest > 0 ? Number(absolute(coin.change)) / largest : 0 }));
  return { rows, others: bySize.length - rows.length };
}
