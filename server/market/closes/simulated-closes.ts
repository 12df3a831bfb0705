import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { PricePoint } from '#contract/market.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import type { Upstream } from '../feed/upstream.ts';
import type { MarketProvider } from '../provider.ts';
import { toPriceText } from './daily-closes.ts';
import type { PastClose } from './past-close.ts';

/** About 20 kB each. */
const maxCoins = 500;

/** Closes of the simulated market: computed on demand and never stored. */
export interface SimulatedCloses {
  /** Returns the lookup of a coin's closes; null if there is no such coin. */
  load(upstream: Upstream, coinId: CoinId): Promise<((day: DayNumber) => PastClose | null) | null>;
}

interface Line {
  readonly prices: ReadonlyMap<DayNumber, number>;
  readonly newest: PricePoint | null;
  readonly loadedOn: DayNumber;
}

export function createSimulatedCloses(clock: Clock): SimulatedCloses {
  const lines = new LRUCache<CoinId, Line>({ max: maxCoins });

  async function loadLine(upstream: Upstream, coinId: CoinId, today: DayNumber): Promise<Line | null> {
    const known = lines.get(coinId);
    if (known?.loadedOn === today) return known;
    const points = await upstream.ask({ endpoint: 'history', claim: 'archive', run: askForPrices(coinId) });
    // A coin takes a millisecond or two: let other work run in between.
    await setImmediate();
    if (!points) return null;
    const atMidnight = points.filter(([at]) => at % startOfDay(1) === 0);
    const line = {
      prices: new Map(atMidnight.map(([at, price]) => [dayNumberOf(at) - 1, price])),
      newest: points.at(-1) ?? null,
      loadedOn: today,
    };
    lines.set(coinId, line);
    return line;
  }

  return {
    async load(upstream, coinId) {
      const line = await loadLine(upstream, coinId, dayNumberOf(clock.now()));
      if (!line) return null;
      return (day) => {
        const { prices, newest, loadedOn } = line;
        const price = prices.get(day);
        if (price !== undefined) return toSimulated(price, startOfDay(day + 1));
        return newest && day === loadedOn ? toSimulated(newest[1], newest[0]) : null;
      };
    },
  };
}

const askForPrices =
  (coinId: CoinId) =>
  async (provider: MarketProvider, signal: AbortSignal): Promise<readonly PricePoint[] | null> => {
    if (provider.listDailyPrices) return provider.listDailyPrices(coinId);
    return (await provider.getHistory(coinId, 'max', 'daily', signal))?.prices ?? null;
  };

function toSimulated(price: number, at: Instant): PastClose {
  return { value: toPriceText(price), at, source: 'simulated' };
}
