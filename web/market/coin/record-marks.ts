import type { CoinDetail } from '#contract/market.ts';
import type { Money } from '#web/lib/money/money.ts';
import type { ScaleMark } from '../coin-chart/scale/scale-marks.ts';
import { recordDate } from './coin-figures.ts';

type MarketData = CoinDetail['market_data'];

/** The all-time high and low, if known, as marks on a scale in the reader's currency. */
export function listRecordMarks(
  { ath, ath_date, atl, atl_date }: MarketData,
  { convert }: Money,
): ScaleMark[] {
  const marks = [
    { kind: 'high' as const, price: convert(ath.usd), name: 'All Time High', date: ath_date.usd },
    { kind: 'low' as const, price: convert(atl.usd), name: 'All Time Low', date: atl_date.usd },
  ];
  return marks.flatMap(({ kind, price, name, date }) =>
    price !== null && price > 0 ? [{ key: kind, kind, price, name, note: recordDate(date) }] : [],
  );
}

/** The 24h range on the scale; null if it is unknown. */
export function toDayRange(
  { low_24h, high_24h }: MarketData,
  { convert }: Money,
): { low: number; high: number } | null {
  const [low, high] = [convert(low_24h.usd), convert(high_24h.usd)];
  return low === null || high === null || !(high > low) ? null : { low, high };
}
