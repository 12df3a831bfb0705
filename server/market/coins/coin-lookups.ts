import {
  type Candle,
  type CandleDays,
  type Coin,
  type CoinDetail,
  coinDetailSchema,
  type History,
} from '#contract/market.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { SharedAnswers } from '#server/platform/redis/shared-answers.ts';
import type { CallClaim } from '../call-budget/budget-shares.ts';
import type { Endpoint, Upstream } from '../feed/upstream.ts';
import type { Fetched } from '../fetched.ts';
import { createChartCaches } from '../history/chart-caches.ts';
import type { HistorySpan } from '../history/history-span.ts';
import { type MarketProvider, UpstreamError } from '../provider.ts';
import { withDate, withoutImpossiblePrice } from './coin-detail.ts';
import { createOnDemand } from './on-demand.ts';
import { createUnknownCoins } from './unknown-coins.ts';

/** Lookups of single coins at one source: cached, bounded, and one call per lookup for all waiting requests. */
export interface CoinLookups {
  getCoin(coinId: CoinId, row: Coin | undefined): Promise<Fetched<CoinDetail> | null>;
  getHistory(coinId: CoinId, span: HistorySpan, row: Coin | undefined): Promise<Fetched<History> | null>;
  listCandles(
    coinId: CoinId,
    days: CandleDays,
    row: Coin | undefined,
  ): Promise<Fetched<readonly Candle[]> | null>;
}

const mebibyte = 1024 * 1024;
const minute = 60_000;
/** A listed coin's figures come from the list, so only its description and links age. */
const descriptionFreshMs = 24 * 60 * minute;

/** Archives fetched data. */
export interface LookupRecorder {
  noteHistory(coinId: CoinId, history: History): void;
  noteCoin(coin: CoinDetail, now: Instant): void;
}

export function createCoinLookups(
  upstream: Upstream,
  deps: {
    readonly clock: Clock;
    readonly recorder?: LookupRecorder | undefined;
    readonly answers?: SharedAnswers | undefined;
  },
): CoinLookups {
  const { clock, recorder, answers } = deps;
  const unknown = createUnknownCoins(clock);
  const details = createOnDemand<CoinDetail>({
    clock,
    freshMs: minute / 2,
    maxEntries: 500,
    maxBytes: 8 * mebibyte,
    shared: answers && { answers, kind: 'coins', schema: coinDetailSchema },
    sizeOf: (detail) => 2_000 + 2 * detail.description.en.length,
  });
  const { histories, candles } = createChartCaches({
    clock,
    answers,
    kinds: { histories: 'histories', candles: 'candles' },
    maxHistories: 1_000,
  });

  /**
   * Asks upstream about a coin and remembers unknown ids. An id outside the snapshot may be invented by the visitor.
   */
  async function ask<T>(
    lookup: { endpoint: Endpoint; coinId: CoinId; row: Coin | undefined },
    run: (provider: MarketProvider, signal: AbortSignal) => Promise<T | null>,
  ): Promise<T | null> {
    const { endpoint, coinId, row } = lookup;
    const key = `${endpoint} ${coinId}`;
    // A listed coin may have a history but no candles.
    if (unknown.has(key) || (!row && unknown.has(`coin ${coinId}`))) return null;
    const claim: CallClaim = row ? 'known' : 'unlisted';
    const answer = await upstream.ask({ endpoint, claim, run });
    if (answer === null) unknown.add(key);
    return answer;
  }

  return {
    getCoin(coinId, row) {
      const load = async () => {
        const run = (provider: MarketProvider, signal: AbortSignal) => provider.getCoin(coinId, signal);
        const detail = await ask({ endpoint: 'coin', coinId, row }, run);
        const checked = detail && withDate(withoutImpossiblePrice(detail), clock.now());
        // A listed coin's quotes already come with each refresh.
        if (checked && !row) recorder?.noteCoin(checked, clock.now());
        return checked;
      };
      return details.get(coinId, load, row && descriptionFreshMs);
    },
    getHistory: (coinId, span, row) =>
      histories.get(`${span.days} ${span.interval} ${coinId}`, async () => {
        const askFor = (days: HistorySpan['days']) =>
          ask({ endpoint: 'history', coinId, row }, (provider, signal) =>
            provider.getHistory(coinId, days, span.interval, signal),
          );
        const history = await askFor(span.days).catch((error: unknown) => {
          // CoinGecko's smaller plans refuse `max`: their history is limited to a year.
          if (span.days === 'max' && isRefusal(error)) return askFor(365);
          throw error;
        });
        if (history && span.interval === 'daily') recorder?.noteHistory(coinId, history);
        return history;
      }),
    listCandles: (coinId, days, row) =>
      candles.get(`${days} ${coinId}`, () =>
        ask({ endpoint: 'candles', coinId, row }, (provider, signal) =>
          provider.listCandles(coinId, days, signal),
        ),
      ),
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof UpstreamError && error.failure === 'refused';
}
