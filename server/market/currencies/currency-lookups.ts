import type { CandleDays, HistoryDays } from '#contract/market.ts';
import type { CoinId } from '#contract/units.ts';
import { memoize } from '#server/platform/cache/memoize.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { SharedAnswers } from '#server/platform/redis/shared-answers.ts';
import { noteReduction } from '../coins/note-reduction.ts';
import { createUnknownCoins } from '../coins/unknown-coins.ts';
import type { Endpoint, Upstream } from '../feed/upstream.ts';
import { createChartCaches } from '../history/chart-caches.ts';
import type { HistorySpan } from '../history/history-span.ts';
import { type MarketProvider, UpstreamError } from '../provider.ts';
import type { MarketService } from '../service.ts';

/** History and candles from the provider in a currency. Undefined if it gives no answer. */
export function createCurrencyLookups(
  upstream: Upstream,
  deps: {
    readonly market: Pick<MarketService, 'snapshot'>;
    readonly clock: Clock;
    readonly answers?: SharedAnswers | undefined;
  },
) {
  const { market, clock } = deps;
  // Simulated data is never shared.
  const answers = upstream.source === 'simulated' ? undefined : deps.answers;
  const unknown = createUnknownCoins(clock);
  const { histories, candles } = createChartCaches({
    clock,
    answers,
    kinds: { histories: 'currency-histories', candles: 'currency-candles' },
    maxHistories: 500,
  });
  const rowsById = memoize(
    ({ coins }: NonNullable<ReturnType<MarketService['snapshot']>>) =>
      new Map(coins.map(({ id }) => [id.toLowerCase(), id])),
  );

  /** The id in its exact case: a few contain capitals. */
  function exactId(requestedId: CoinId): CoinId {
    const snapshot = market.snapshot();
    return (snapshot && rowsById(snapshot).get(requestedId.toLowerCase())) ?? requestedId.toLowerCase();
  }

  /**
   * There are many combinations of currency and coin, so they get the smaller budget share, like ids that may be
   * invented.
   */
  async function ask<T>(
    endpoint: Endpoint,
    coinId: CoinId,
    run: (provider: MarketProvider, signal: AbortSignal) => Promise<T | null>,
  ): Promise<T | null> {
    if (unknown.has(`${endpoint} ${coinId}`)) return null;
    const answer = await upstream.ask({ endpoint, claim: 'unlisted', run });
    if (answer === null) unknown.add(`${endpoint} ${coinId}`);
    return answer;
  }

  return {
    getHistory(requestedId: CoinId, span: HistorySpan, currency: string) {
      const coinId = exactId(requestedId);
      const { days, interval } = span;
      const askFor = (wanted: HistoryDays) =>
        ask('history', coinId, (provider, signal) =>
          provider.getHistory(coinId, wanted, interval, signal, currency),
        );
      const load = () =>
        askFor(days).catch((error: unknown) => {
          // CoinGecko's smaller plans refuse `max`: their history is limited to a year.
          if (days === 'max' && error instanceof UpstreamError && error.failure === 'refused')
            return askFor(365);
          throw error;
        });
      return histories.get(`${days} ${interval} ${currency} ${coinId}`, load).catch(orUndefined);
    },
    listCandles(requestedId: CoinId, days: CandleDays, currency: string) {
      const coinId = exactId(requestedId);
      const load = () =>
        ask('candles', coinId, (provider, signal) => provider.listCandles(coinId, days, signal, currency));
      return candles.get(`${days} ${currency} ${coinId}`, load).catch(orUndefined);
    },
  };
}

function orUndefined(error: unknown): undefined {
  noteReduction(error);
  if (error instanceof UpstreamError) return undefined;
  throw error;
}
