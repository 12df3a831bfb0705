import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { CoinDetail, History } from '#contract/market.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import { type DayNumber, dayNumberOf } from '#server/platform/utc-day.ts';
import { isPrice } from '../price-check/tenfold.ts';
import type { MarketService } from '../service.ts';
import type { Snapshot } from '../snapshot.ts';
import { closesOfHistory, closesOfSnapshot, type DailyClose, toPriceText } from './daily-closes.ts';
import type { CloseStore } from './store.ts';

/** Archives data as it comes in: the last quotes of each day, and every daily history fetched. Never throws. */
export interface CloseRecorder {
  /** Takes the last snapshot from before this process started, loaded before the first refresh replaces it. */
  noteStored(stored: Snapshot | null): void;
  /** Follows the snapshots until `stop`. */
  follow(market: Pick<MarketService, 'snapshot' | 'onChange'>): void;
  /** Resolves when pending writes are done. */
  stop(): Promise<void>;
  /** Records a daily history of the real market. */
  noteHistory(coinId: CoinId, history: History): void;
  /** Records a coin of the real market that was fetched individually. */
  noteCoin(coin: CoinDetail, now: Instant): void;
}

/** How many coins to remember as archived today, so that no history is written twice. */
const maxRemembered = 2_000;

export function createCloseRecorder(deps: {
  readonly store: Pick<CloseStore, 'addCloses'>;
  readonly clock: { now(): Instant };
  readonly logger: Pick<Logger, 'warn'>;
}): CloseRecorder {
  const { store, clock, logger } = deps;
  const kept = new LRUCache<CoinId, { readonly from: DayNumber; readonly to: DayNumber }>({
    max: maxRemembered,
  });
  /**
   * The newest quote of each coin whose first quote of the day is already written: pages may request a coin all day
   * long.
   */
  const laterQuotes = new Map<CoinId, DailyClose>();
  const quotedOn = new LRUCache<CoinId, DayNumber>({ max: maxRemembered });
  let last: Snapshot | null = null;
  let writing: Promise<void> = Promise.resolve();
  let unsubscribe = () => {};

  function write(closes: readonly DailyClose[]): void {
    const work = async () => void (await store.addCloses(closes));
    writing = writing.then(work).catch((error: unknown) => {
      logger.warn({ err: error }, 'daily closes could not be stored');
    });
  }

  const saveOwn = (closes: readonly DailyClose[]) => {
    if (closes.length > 0) write(closes);
  };

  /** Saves the quotes of the days before `today`, by default all. */
  function saveLaterQuotes(today = Number.POSITIVE_INFINITY): void {
    const ended = [...laterQuotes.values()].filter(({ day }) => day < today);
    for (const { coinId } of ended) laterQuotes.delete(coinId);
    saveOwn(ended);
  }

  /** Saves a day's first quote immediately, so that the day has one, and its last when the day is over. */
  function noteQuote(quote: DailyClose): void {
    const { coinId, day } = quote;
    saveLaterQuotes(day);
    if (quotedOn.get(coinId) === day) laterQuotes.set(coinId, quote);
    else saveOwn([quote]);
    quotedOn.set(coinId, day);
    if (laterQuotes.size >= maxRemembered) saveLaterQuotes();
  }

  /** The last snapshot of a day is its close. */
  function noteSnapshot(snapshot: Snapshot | null): void {
    if (snapshot?.source !== 'coingecko' || snapshot === last) return;
    const ended = last;
    last = snapshot;
    saveLaterQuotes(dayNumberOf(snapshot.asOf));
    if (ended && dayNumberOf(ended.asOf) < dayNumberOf(snapshot.asOf)) saveOwn(closesOfSnapshot(ended));
  }

  return {
    noteStored(stored) {
      // The server may have been down when that day ended.
      if (stored && dayNumberOf(stored.asOf) < dayNumberOf(clock.now())) saveOwn(closesOfSnapshot(stored));
    },
    follow(market) {
      unsubscribe = market.onChange(() => noteSnapshot(market.snapshot()));
      noteSnapshot(market.snapshot());
    },
    async stop() {
      unsubscribe();
      saveLaterQuotes();
      await writing;
    },
    noteHistory(coinId, { prices }) {
      const closes = closesOfHistory(coinId, prices);
      const [from, to] = [closes[0]?.day, closes.at(-1)?.day];
      if (from === undefined || to === undefined) return;
      const known = kept.get(coinId);
      // A longer history may follow a shorter one on the same day.
      if (known && known.from <= from && known.to >= to) return;
      kept.set(coinId, { from, to });
      write(closes);
    },
    noteCoin({ id, last_updated: updated, market_data: { current_price: price } }, now) {
      const at = updated === null ? now : Date.parse(updated);
      if (!isPrice(price.usd) || dayNumberOf(at) !== dayNumberOf(now)) return;
      noteQuote({ coinId: id, day: dayNumberOf(at), source: 'own', price: toPriceText(price.usd), at });
    },
  };
}
