import { Decimal } from 'decimal.js';
import type { CoinId, DecimalText } from '#contract/units.ts';
import { type DayNumber, formatDay } from '#server/platform/utc-day.ts';
import type { RateService } from '../rates/service.ts';
import type { DollarPrice } from './check-prices.ts';
import type { DayPrice } from './read-daily-prices.ts';
import type { RefusedLines } from './refused-lines.ts';

/** The currency of a file's prices. */
export interface PriceCurrency {
  /** Lower case. */
  readonly code: string;
  /** The coin, if the currency is one: its closes are used on days without a rate. */
  readonly coinId: CoinId | null;
}

export interface DollarParts {
  readonly readRates: RateService['readRates'];
  /** The archive's closes of a coin, by day. */
  readonly readCloses: (coinId: CoinId) => Promise<ReadonlyMap<DayNumber, DecimalText>>;
}

const Wide = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_EVEN });
/** The digits of a converted price: more than any market quotes, yet few bytes in the archive. */
const significantDigits = 18;

/** Converts prices at the rate of their day. Prices on days without one are refused. */
export async function toDollars(
  prices: readonly DayPrice[],
  { code, coinId }: PriceCurrency,
  { readRates, readCloses }: DollarParts,
  refused: RefusedLines,
): Promise<DollarPrice[]> {
  if (code === 'usd') return prices.map(({ day, line, price }) => ({ day, line, price }));
  const rates = await readRates(prices.map(({ day }) => ({ currency: code, day: formatDay(day) })));
  const closes = coinId === null ? new Map<DayNumber, DecimalText>() : await readCloses(coinId);
  return prices.flatMap(({ day, line, price }, index) => {
    const rate = rates[index]?.value;
    const close = closes.get(day);
    const dollars = rate ? new Wide(price).dividedBy(rate) : close ? new Wide(price).times(close) : null;
    if (dollars === null) {
      refused.add({ line, reason: `${formatDay(day)}: there is no rate for ${code.toUpperCase()}` });
      return [];
    }
    return [{ day, line, price: dollars.toSignificantDigits(significantDigits).toFixed() }];
  });
}
