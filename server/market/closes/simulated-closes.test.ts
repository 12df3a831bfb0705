import { expect, it } from 'vitest';
import type { PricePoint } from '#contract/market.ts';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import type { Upstream } from '../feed/upstream.ts';
import { createSimulatedCloses } from './simulated-closes.ts';

it('A close that is still missing just after midnight is read again the same day', async () => {
  const midnight = Date.UTC(2026, 10, 29);
  const day = dayNumberOf(midnight);
  let prices: readonly PricePoint[] = [[midnight - 86_400_000, 1]];
  const upstream = { ask: async () => prices } as unknown as Upstream;
  const closes = createSimulatedCloses({ now: () => midnight + 2_000 });
  const readYesterday = async () => (await closes.load(upstream, 'bitcoin'))?.(day - 1)?.value ?? null;
  expect(await readYesterday()).toBeNull();
  prices = [...prices, [midnight, 2], [midnight + 60_000, 3]];
  expect(await readYesterday()).toBe('2');
  // From then on, the day's history is not read again.
  prices = [];
  expect(await readYesterday()).toBe('2');
});
