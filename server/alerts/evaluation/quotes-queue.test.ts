import { describe, expect, it } from 'vitest';
import type { AcceptedQuotes } from './accepted-quotes.ts';
import { createQuotesQueue } from './quotes-queue.ts';

const quotesAt = (asOf: number, source: AcceptedQuotes['source'] = 'coingecko'): AcceptedQuotes => ({
  source,
  asOf,
  quotes: new Map(),
});

describe('quotes that are not written yet', () => {
  /** What remains of these quotes, in order, after all were added at `now`. */
  function drain(queued: readonly AcceptedQuotes[], now = 1_000_000): string[] {
    const queue = createQuotesQueue();
    for (const accepted of queued) queue.add(accepted, now);
    const drained: string[] = [];
    for (let accepted = queue.first(); accepted; accepted = queue.first()) {
      drained.push(`${accepted.source} ${accepted.asOf}`);
      queue.remove(accepted);
    }
    return drained;
  }

  it('come out in the order they were added, each once', () => {
    const queued = [
      quotesAt(1),
      quotesAt(3),
      quotesAt(3),
      quotesAt(2),
      quotesAt(2, 'simulated'),
      quotesAt(4),
    ];
    expect(drain(queued)).toEqual(['coingecko 1', 'coingecko 3', 'simulated 2', 'coingecko 4']);
  });

  it('are accepted after the clock was set back', () => {
    expect(drain([quotesAt(9_000_000), quotesAt(1_000_000)])).toEqual([
      'coingecko 9000000',
      'coingecko 1000000',
    ]);
  });

  it('are limited to the newest while the database cannot be written', () => {
    const drained = drain(Array.from({ length: 500 }, (_, index) => quotesAt(index + 1)));
    expect([drained.length, drained[0], drained.at(-1)]).toEqual([120, 'coingecko 381', 'coingecko 500']);
  });
});
