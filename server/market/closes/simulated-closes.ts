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

interface SimulatedHistory {
  readonly prices: ReadonlyMap<DayNumber, number>;
  readonly newest: PricePoint | null;
  readonly loadedOn: DayNumber;
}

export function createSimulatedCloses(clock: Clock): SimulatedCloses {
  const histories = new LRUCache<CoinId, SimulatedHistory>({ max: maxCoins });

  async function loadHistory(
    upstream: Upstream,
    coinId: CoinId,
    today: DayNumber,
  ): Promise<SimulatedHistory | null> {
    const known = histories.get(coinId);
    if (known?.loadedOn === today) return known;
    const points = await upstream.ask({ endpoint: 'history', claim: 'archive', run: askForPrices(coinId) });
    // A coin takes a millisecond or two: let other work run in between.
    await setImmediate();
    if (!points) return null;
    const atMidnight = points.filter(([at]) => at % startOfDay(1) === 0);
    const history = {
      prices: new Map(atMidnight.map(([at, price]) => [dayNumberOf(at) - 1, price])),
      newest: points.at(-1) ?? null,
      loadedOn: today,
    };
    // Just after midnight, the market may not have moved since the day before, whose close is then still missing.
    const isOfYesterday = history.newest !== null && dayNumberOf(history.newest[0]) === today - 1;
    if (!isOfYesterday) histories.set(coinId, history);
    return history;
  }

  return {
    async load(upstream, coinId) {
      const history = await loadHistory(upstream, coinId, dayNumberOf(clock.now()));
      if (!history) return null;
      return (day) => {
        const { prices, newest, loadedOn } = history;
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
