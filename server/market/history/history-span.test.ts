import { expect, it } from 'vitest';
import { candleDays, type History, historyIntervals } from '#contract/market.ts';
import { cutHistory, toUpstreamSpan } from './history-span.ts';

it('all requests for one coin need at most ten distinct spans upstream', () => {
  const days = [...Array.from({ length: 365 }, (_, index) => index + 1), 'max' as const];
  const spans = historyIntervals.flatMap((interval) => days.map((span) => toUpstreamSpan(span, interval)));
  const distinct = new Set(spans.map((span) => `${span.days} ${span.interval}`));
  expect(distinct.size + candleDays.length).toBeLessThanOrEqual(10);
});

const day = 86_400_000;
const history: History = {
  prices: [
    [Date.UTC(2025, 0, 1), 1],
    [Date.UTC(2025, 0, 1) + 9 * day, 2],
  ],
  market_caps: [],
  total_volumes: [],
};

it('every span reports when prices start, and their source', () => {
  expect(cutHistory(history, 'max', 'coingecko').coverage).toEqual({
    from: '2025-01-01T00:00:00.000Z',
    sources: ['coingecko'],
  });
  expect(cutHistory(history, 7, 'simulated').coverage).toEqual({
    from: '2025-01-10T00:00:00.000Z',
    sources: ['simulated'],
  });
  expect(cutHistory({ ...history, prices: [] }, 'max', 'coingecko')).not.toHaveProperty('coverage');
});
