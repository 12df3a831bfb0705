import type { QueryClient } from '@tanstack/react-query';
import { onStreamEvent } from '#web/lib/stream/stream-events.ts';
import { performanceQuery } from './queries.ts';

/** How long the server is left alone after an answer, and by how much at most a question is put off: milliseconds. */
const pace = { atMostEveryMs: 15_000, scatterMs: 2_000 };

/**
 * Asks the server for the worth of a portfolio whenever one of its coins has a new quote, but not more often than its
 * pace allows, until stopped. All who look at one ask at somewhat different times.
 */
export function followPerformance(queryClient: QueryClient, portfolioId: string): () => void {
  const { queryKey } = performanceQuery(portfolioId);
  let timer: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    const askedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const wait = Math.max(0, askedAt + pace.atMostEveryMs - Date.now());
    timer ??= setTimeout(
      () => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey });
      },
      wait + Math.random() * pace.scatterMs,
    );
  }

  const stops = [
    onStreamEvent('quotes', ({ quotes }) => {
      const changed = new Set(quotes.map(({ id }) => id));
      const performance = queryClient.getQueryData(queryKey);
      if (performance?.holdings.some(({ coinId }) => changed.has(coinId))) ask();
    }),
    onStreamEvent('reset', (names) => names.includes('quotes') && ask()),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
