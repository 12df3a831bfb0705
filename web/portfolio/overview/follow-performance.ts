import type { QueryClient } from '@tanstack/react-query';
import { onStreamEvent } from '#web/lib/stream/stream-events.ts';
import { ledgerHoldingsKey, performanceQuery } from '../queries.ts';

/** The minimum time between requests, and the maximum random delay that spreads them: milliseconds. */
const pace = { minIntervalMs: 15_000, maxDelayMs: 2_000 };

/**
 * Refetches a portfolio's performance when one of its coins has a new quote, no more often than `pace` allows. Returns
 * a function that stops this. The random delay keeps all visitors from requesting at the same moment.
 */
export function followPerformance(queryClient: QueryClient, portfolioId: string): () => void {
  const { queryKey } = performanceQuery(portfolioId);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refetch(): void {
    const fetchedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const wait = Math.max(0, fetchedAt + pace.minIntervalMs - Date.now());
    timer ??= setTimeout(
      () => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey });
        void queryClient.invalidateQueries({ queryKey: ledgerHoldingsKey(portfolioId) });
      },
      wait + Math.random() * pace.maxDelayMs,
    );
  }

  const stops = [
    onStreamEvent('quotes', ({ quotes }) => {
      const changed = new Set(quotes.map(({ id }) => id));
      const performance = queryClient.getQueryData(queryKey);
      if (performance?.holdings.some(({ coinId }) => changed.has(coinId))) refetch();
    }),
    onStreamEvent('reset', (names) => names.includes('quotes') && refetch()),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
