import type { CoverageSource, History, MarketSource, PricePoint } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import { type DayNumber, dayNumberOf, startOfDay } from '#server/platform/utc-day.ts';
import type { ArchivedClose } from '../closes/close-block.ts';
import { isNearMidnight } from '../closes/daily-closes.ts';
import type { Fetched } from '../fetched.ts';

/** All known prices of a coin: the provider's history, plus archived closes for the days it lacks. */
export interface FullHistory {
  join(coinId: CoinId, history: History): Promise<History>;
  /** The archived history, for when the provider has none. Null if the archive is empty too. */
  readArchiveOnly(coinId: CoinId): Promise<Fetched<History> | null>;
}

export interface FullHistoryDeps {
  /** Every close of a coin, in order. */
  readonly readArchive: (coinId: CoinId) => Promise<readonly ArchivedClose[]>;
  readonly logger: { warn(details: object, message: string): void };
}

export function createFullHistory({ readArchive, logger }: FullHistoryDeps): FullHistory {
  // While the database is unavailable, the provider's history is shown without the archive.
  const read = (coinId: CoinId) =>
    readArchive(coinId).catch((error: unknown): readonly ArchivedClose[] => {
      logger.warn({ err: error }, 'the archive of closes could not be read');
      return [];
    });
  const joined = new WeakMap<History, Promise<History>>();
  return {
    join(coinId, history) {
      const known = joined.get(history);
      if (known) return known;
      const joining = read(coinId).then((closes) => joinArchive(history, closes, 'coingecko'));
      joined.set(history, joining);
      return joining;
    },
    async readArchiveOnly(coinId) {
      const closes = await read(coinId);
      const newest = closes.at(-1);
      if (!newest) return null;
      const empty: History = { prices: [], market_caps: [], total_volumes: [] };
      return { value: joinArchive(empty, closes, 'coingecko'), fetchedAt: newest.at, isStale: true };
    },
  };
}

/** One price per day, preferring the provider's. */
export function joinArchive(
  history: History,
  closes: readonly ArchivedClose[],
  provider: MarketSource,
): History {
  const days = new Set(history.prices.map(([at]) => dayOfPoint(at)));
  const added = closes.filter(({ day }) => !days.has(day));
  if (added.length === 0) return history;
  const points = [...history.prices, ...added.map(({ at, price }): PricePoint => [at, Number(price)])];
  points.sort(([a], [b]) => a - b);
  const prices = points.filter(([at], index) => index === 0 || at > points[index - 1]![0]);
  const sources = new Set<CoverageSource>(history.prices.length > 0 ? [provider] : []);
  for (const { source } of added) sources.add(source);
  return {
    ...history,
    prices,
    coverage: { from: new Date(prices[0]![0]).toISOString(), sources: [...sources] },
  };
}

/** The day whose close a point is; for a point within a day, such as the newest, that day. */
function dayOfPoint(at: number): DayNumber {
  return isNearMidnight(at) ? Math.round(at / startOfDay(1)) - 1 : dayNumberOf(at);
}
