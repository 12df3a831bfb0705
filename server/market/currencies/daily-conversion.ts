import type { Candle, History } from '#contract/market.ts';
import type { DecimalText, Instant } from '#contract/units.ts';
import { dayNumberOf, formatDay } from '#server/platform/utc-day.ts';
import type { RateService } from '../rates/service.ts';
import { convertCandles, convertPoints, type RateAt } from './convert.ts';

/** Converts price history at daily rates: dollars × the day's rate. Days without a rate are left out. */
export interface DailyConversion {
  convertHistory(history: History, currency: string): Promise<History>;
  convertCandles(candles: readonly Candle[], currency: string): Promise<Candle[]>;
}

export function createDailyConversion(rates: Pick<RateService, 'readRates'>): DailyConversion {
  /** The rates for the days of these instants. */
  async function readRatesOf(currency: string, instants: readonly Instant[]): Promise<RateAt> {
    const days = [...new Set(instants.map(dayOf))];
    const found = await rates.readRates(days.map((day) => ({ currency, day })));
    const byDay = new Map(
      days.map((day, place): [string, DecimalText | null] => [day, found[place]?.value ?? null]),
    );
    return (at) => byDay.get(dayOf(at)) ?? null;
  }

  return {
    async convertHistory({ coverage, ...series }, currency) {
      const instants = series.prices.map(([at]) => at);
      const rateAt = await readRatesOf(currency, instants);
      const prices = convertPoints(series.prices, rateAt);
      const first = prices[0];
      const from = first && new Date(first[0]).toISOString();
      return {
        prices,
        market_caps: convertPoints(series.market_caps, rateAt),
        total_volumes: convertPoints(series.total_volumes, rateAt),
        ...(coverage && from !== undefined && { coverage: { ...coverage, from } }),
        rates: 'daily',
      };
    },

    async convertCandles(candles, currency) {
      const instants = candles.map(([at]) => at);
      return convertCandles(candles, await readRatesOf(currency, instants));
    },
  };
}

/** A point at midnight belongs to the day that ends there. */
const dayOf = (at: Instant) => formatDay(dayNumberOf(at - 1));
