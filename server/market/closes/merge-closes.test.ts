import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startOfDay } from '#server/platform/utc-day.ts';
import type { ArchivedClose } from './close-block.ts';
import { type CloseSource, closeSources } from './close-source.ts';
import { mergeCloses } from './merge-closes.ts';

/** Other sources have one price per day; our own quotes come at many instants. */
function closeOf(day: number, source: CloseSource, minute: number): ArchivedClose {
  const isOwn = source === 'own';
  const at = isOwn ? startOfDay(day) + minute : startOfDay(day + 1);
  return {
    day,
    source,
    at,
    price: String(1 + day * 100 + closeSources.indexOf(source) * 10 + (isOwn ? minute : 0)),
  };
}

const anyClose = fc
  .tuple(fc.nat(5), fc.constantFrom(...closeSources), fc.nat(9))
  .map(([day, source, minute]) => closeOf(day, source, minute));
const shuffled = fc
  .array(anyClose, { maxLength: 40 })
  .chain((closes) =>
    fc.tuple(fc.constant(closes), fc.shuffledSubarray(closes, { minLength: closes.length })),
  );

const sorted = (closes: ReadonlyMap<number, ArchivedClose>) =>
  [...closes.values()].sort((a, b) => a.day - b.day);

describe('merging closes', () => {
  it('gives the same archive for any order, batching and repetition of writes', () => {
    fc.assert(
      fc.property(shuffled, fc.nat(5), ([closes, others], size) => {
        const atOnce = mergeCloses([], closes).closes;
        let inBatches: ReadonlyMap<number, ArchivedClose> = new Map();
        for (let start = 0; start < others.length; start += size + 1)
          inBatches = mergeCloses(inBatches.values(), others.slice(start, start + size + 1)).closes;
        expect(sorted(inBatches)).toEqual(sorted(atOnce));
        expect(mergeCloses(atOnce.values(), others).changed).toBe(0);
      }),
    );
  });

  it("prefers the provider's close to any other, and our quotes to files", () => {
    const pairs = closeSources.map((source) => closeOf(1, source, 0));
    for (const [rank, better] of pairs.entries())
      for (const worse of pairs.slice(rank + 1)) {
        expect(mergeCloses([worse], [better]).closes.get(1)).toBe(better);
        expect(mergeCloses([better], [worse]).closes.get(1)).toBe(better);
      }
  });

  it('counts the days that changed', () => {
    const added = [closeOf(1, 'kraken', 0), closeOf(2, 'kraken', 0), closeOf(2, 'coingecko', 0)];
    expect(mergeCloses([closeOf(1, 'coingecko', 0)], added).changed).toBe(1);
  });
});
