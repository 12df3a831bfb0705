import type { CoinDetail } from '#contract/market.ts';
import type { Money } from '#web/lib/money/money.ts';
import { formatPrice } from '#web/lib/money/money-formats.ts';
import { axisPriceFormat } from '../chart/chart-labels.ts';
import { priceStep } from '../chart/chart-ticks.ts';

type MarketData = CoinDetail['market_data'];

export interface DayRange {
  readonly low: string;
  readonly high: string;
  /** The price's position between low and high, 0 to 100; null if unknown. */
  readonly position: number | null;
}

/**
 * The low and high of the last 24 hours in the reader's currency, with the same decimals if possible, and the price's
 * position between them.
 */
export function dayRange({ low_24h, high_24h, current_price }: MarketData, money: Money): DayRange {
  const [low, high, price] = [low_24h, high_24h, current_price].map(({ usd }) => money.convert(usd));
  const write = (figure: number | null | undefined) => formatPrice(figure, money.currency);
  if (low == null || high == null || !(high > low)) {
    return { low: write(low), high: write(high), position: null };
  }
  const onScale = axisPriceFormat(high, priceStep(low, high, 5) / 10, money.currency);
  // If the high's decimals would reduce the low to zero, each has its own.
  const text = /[1-9]/.test(onScale(low)) ? onScale : write;
  const position = price == null ? null : Math.min(100, Math.max(0, ((price - low) / (high - low)) * 100));
  return { low: text(low), high: text(high), position };
}

/** A price move, given in dollars, with its sign: `-$1,990.94`. Null if it is unknown or rounds to zero. */
export function dayMove(change: number | null, money: Money): string | null {
  if (change === null || !Number.isFinite(change)) return null;
  const text = money.price(Math.abs(change));
  if (!/[1-9]/.test(text)) return null;
  return `${change < 0 ? '-' : '+'}${text}`;
}

const dates = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `17 Dec 2024` in UTC, like the provider's dates; empty for null. */
export function recordDate(instant: string | null): string {
  const date = new Date(instant ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? '' : dates.format(date);
}
