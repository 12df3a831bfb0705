import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { HistoryDays, PricePoint } from '#contract/market.ts';
import { maxCoinsDrawn, type PortfolioHistory, type ValuedHolding } from '#contract/portfolio.ts';
import type { CoinId } from '#contract/units.ts';
import type { MarketService } from '#server/market/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { createGetPricePoints } from './price-points.ts';
import type { PricedAmount } from './value-over-time.ts';

export interface PriceLine extends PricedAmount {
  readonly coinId: CoinId;
}

/** Present amounts at past prices, one line per coin, each ending now. Throws `market_unavailable`. */
export type GetPriceLines = (
  holdings: readonly OwnedCoin[],
  days: HistoryDays,
) => Promise<{ lines: PriceLine[]; leftOut: PortfolioHistory['leftOut'] }>;

/** Draws only the most valuable coins, because each may cost a call to the provider. The others are in `leftOut`. */
export function createGetPriceLines(market: Pick<MarketService, 'snapshot' | 'getHistory'>): GetPriceLines {
  const getPoints = createGetPricePoints(market);
  return async (holdings, days) => {
    const snapshot = market.snapshot();
    if (!snapshot) throw unavailable();
    const coins = groupByCoin(holdings);
    const drawn = coins.slice(0, maxCoinsDrawn).filter(({ price }) => price !== null);
    const lines = await startInTurn(drawn, async (coin) => {
      const points = await getPoints(coin.coinId, days, snapshot);
      // Leave out coins without history: all lines begin where the latest one begins, so nothing would be left.
      return points?.length ? { coin, line: endingNow(coin, points, snapshot.asOf) } : null;
    });
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

/** Yields to other calls between two starts, because reading ten years of history takes milliseconds. */
async function startInTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const started: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    // Rejections are handled below.
    result.catch(() => undefined);
    started.push(result);
    await yieldToEventLoop();
  }
  return Promise.all(started);
}

/** The fields of a holding needed for its line. */
export type OwnedCoin = Pick<ValuedHolding, 'coinId' | 'symbol' | 'name' | 'amount' | 'price'>;

interface CoinTotal {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly name: string;
  readonly amount: number;
  readonly price: number | null;
}

/** One entry per coin, highest market value first. */
function groupByCoin(holdings: readonly OwnedCoin[]): CoinTotal[] {
  const coins = new Map<string, CoinTotal>();
  for (const { coinId, symbol, name, amount, price } of holdings) {
    const before = coins.get(coinId)?.amount ?? 0;
    const total = before + Number(amount);
    coins.set(coinId, { coinId, symbol, name, amount: total, price: price === null ? null : Number(price) });
  }
  const marketValue = ({ amount, price }: CoinTotal) => (price === null ? -1 : amount * price);
  return [...coins.values()].sort((a, b) => marketValue(b) - marketValue(a));
}

/** Ends the line with the current price, so that it matches the value shown next to it. */
function endingNow(
  { coinId, amount, price }: CoinTotal,
  points: readonly PricePoint[],
  now: number,
): PriceLine {
  return { coinId, amount, points: [...points.filter(([time]) => time < now), [now, price!]] };
}

function unavailable(): AppError {
  return new AppError('market_unavailable', 'Price history is not available right now. Please try again.', {
    retryAfter: 10,
  });
}
