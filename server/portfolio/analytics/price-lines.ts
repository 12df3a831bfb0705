import type { HistoryDays, PricePoint } from '#contract/market.ts';
import { mostCoinsDrawn, type PortfolioHistory, type ValuedHolding } from '#contract/portfolio.ts';
import type { MarketService } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { createGetPoints } from './coin-points.ts';
import type { PricedAmount } from './value-over-time.ts';

/** Today's amounts with the prices of then, one line a coin, each ending now. Throws `market_unavailable`. */
export type GetLines = (
  holdings: readonly ValuedHolding[],
  days: HistoryDays,
) => Promise<{ lines: PricedAmount[]; leftOut: PortfolioHistory['leftOut'] }>;

/** From the market's price history, of the coins worth most: each may cost a call upstream. The others are named. */
export function createGetLines(market: Pick<MarketService, 'snapshot' | 'getHistory'>): GetLines {
  const getPoints = createGetPoints(market);
  return async (holdings, days) => {
    const snapshot = market.snapshot();
    if (!snapshot) throw unavailable();
    const coins = groupByCoin(holdings);
    const drawn = coins.slice(0, mostCoinsDrawn).filter(({ price }) => price !== null);
    const lines = await Promise.all(
      drawn.map(async (coin) => {
        const points = await getPoints(coin.coinId, days, snapshot);
        // A coin without a past would leave the others none: all of them begin where the last one does.
        return points?.length ? { coin, line: endingNow(coin, points, snapshot.asOf) } : null;
      }),
    );
    const found = lines.filter((line) => line !== null);
    if (drawn.length > 0 && found.length === 0) throw unavailable();
    const inLine = new Set(found.map(({ coin }) => coin));
    const leftOut = coins.filter((coin) => !inLine.has(coin));
    return {
      lines: found.map(({ line }) => line),
      leftOut: leftOut.map(({ coinId, symbol, name }) => ({ coinId, symbol, name })),
    };
  };
}

interface OwnedCoin {
  readonly coinId: string;
  readonly symbol: string;
  readonly name: string;
  readonly amount: number;
  readonly price: number | null;
}

/** One entry a coin, however many holdings of it there are; those worth most first. */
function groupByCoin(holdings: readonly ValuedHolding[]): OwnedCoin[] {
  const coins = new Map<string, OwnedCoin>();
  for (const { coinId, symbol, name, amount, price } of holdings) {
    const before = coins.get(coinId)?.amount ?? 0;
    const total = before + Number(amount);
    coins.set(coinId, { coinId, symbol, name, amount: total, price: price === null ? null : Number(price) });
  }
  const worth = ({ amount, price }: OwnedCoin) => (price === null ? -1 : amount * price);
  return [...coins.values()].sort((a, b) => worth(b) - worth(a));
}

/** Ends the line with the value that is shown beside it. */
function endingNow({ amount, price }: OwnedCoin, points: readonly PricePoint[], now: number): PricedAmount {
  return { amount, points: [...points.filter(([time]) => time < now), [now, price!]] };
}

function unavailable(): AppError {
  return new AppError('market_unavailable', 'Price history is not available right now. Please try again.', {
    retryAfter: 10,
  });
}
