import { expect, it } from 'vitest';
import { dayNumberOf } from '#server/platform/utc-day.ts';
import { createLocalUpstream } from '../feed/upstream.ts';
import { createSimulatedProvider } from '../simulator/provider.ts';
import { createSimulatedCloseReader } from './simulated-close-reader.ts';
import { createSimulatedCloses } from './simulated-closes.ts';

const now = Date.UTC(2026, 0, 2, 12, 30, 7);
const today = dayNumberOf(now);
const clock = { now: () => now };

it.each(['bitcoin', 'pepe', 'tether', 'made-up'])(
  'a thread computes the same closes of %s that others see',
  async (coinId) => {
    const upstream = createLocalUpstream(createSimulatedProvider({ clock }));
    const find = await createSimulatedCloses(clock).load(upstream, coinId);
    const read = createSimulatedCloseReader()(coinId, { simulated: { quotedAt: now, today, quote: null } });
    for (const day of [
      0,
      today - 3000,
      today - 2558,
      today - 2557,
      ...Array.from({ length: 400 }, (_, i) => today + 2 - i),
    ])
      expect(read.prices.get(day)).toBe(find?.(day)?.value);
  },
);

it('uses the price in the list for today', () => {
  const read = createSimulatedCloseReader()('bitcoin', { simulated: { quotedAt: now, today, quote: '5' } });
  expect(read.prices.get(today)).toBe('5');
  expect(read.prices.get(today + 1)).toBeUndefined();
});
