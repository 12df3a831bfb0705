import type { Coin, HistoryDays, PricePoint } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import type { MarketService } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';

type Snapshot = NonNullable<ReturnType<MarketService['snapshot']>>;

const dayMs = 86_400_000;
const sparklineDays = 7;

/** A coin's prices over a number of days, oldest first; null if unavailable. */
export type GetPricePoints = (
  coinId: CoinId,
  days: HistoryDays,
  snapshot: Snapshot,
) => Promise<PricePoint[] | null>;

/**
 * Seven days come from the snapshot's sparklines, without calls to the provider, however many coins a portfolio has.
 * Other spans, and coins outside the list, come from price history.
 */
export function createGetPricePoints(market: Pick<MarketService, 'getHistory'>): GetPricePoints {
  return async (coinId, days, snapshot) => {
    const row = days === sparklineDays ? snapshot.coins.find(({ id }) => id === coinId) : undefined;
    const sparkline = row && pointsOfSparkline(row, snapshot.asOf);
    if (sparkline) return sparkline;
    try {
      return (await market.getHistory(coinId, days, 'auto'))?.value.prices ?? null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'market_unavailable') return null;
      throw error;
    }
  };
}

/** A sparkline's points are evenly spaced over the seven days before the snapshot. */
function pointsOfSparkline({ sparkline_in_7d }: Coin, asOf: number): PricePoint[] | undefined {
  const prices = sparkline_in_7d?.price ?? [];
  if (prices.length < 2) return undefined;
  const step = (sparklineDays * dayMs) / (prices.length - 1);
  const start = asOf - sparklineDays * dayMs;
  return prices.map((price, index) => [Math.round(start + index * step), price]);
}
