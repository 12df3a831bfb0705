import { describe, expect, it } from 'vitest';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { createTickQueue } from './tick-queue.ts';

const tickAt = (asOf: number, source: AcceptedQuotes['source'] = 'coingecko'): AcceptedQuotes => ({
  source,
  asOf,
  quotes: new Map(),
});

describe('quotes that are not written yet', () => {
  /** What remains of these ticks, in order, after all were added at `now`. */
  function take(ticks: readonly AcceptedQuotes[], now = 1_000_000): string[] {
    const queue = createTickQueue();
    for (const tick of ticks) queue.add(tick, now);
    const taken: string[] = [];
    for (let tick = queue.first(); tick; tick = queue.first()) {
      taken.push(`${tick.source} ${tick.asOf}`);
      queue.remove(tick);
    }
    return taken;
  }

  it('come out in the order they were added, each once', () => {
    const ticks = [tickAt(1), tickAt(3), tickAt(3), tickAt(2), tickAt(2, 'simulated'), tickAt(4)];
    expect(take(ticks)).toEqual(['coingecko 1', 'coingecko 3', 'simulated 2', 'coingecko 4']);
  });

  it('are accepted after the clock was set back', () => {
    expect(take([tickAt(9_000_000), tickAt(1_000_000)])).toEqual(['coingecko 9000000', 'coingecko 1000000']);
  });

  it('are limited to the newest while the database cannot be written', () => {
    const taken = take(Array.from({ length: 500 }, (_, index) => tickAt(index + 1)));
    expect([taken.length, taken[0], taken.at(-1)]).toEqual([120, 'coingecko 381', 'coingecko 500']);
  });
});
