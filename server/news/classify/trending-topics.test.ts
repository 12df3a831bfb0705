import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listTrendingTopics, type Mention, topicWindowMs } from './trending-topics.ts';

const now = Date.UTC(2026, 10, 21);
const hour = 60 * 60_000;

/** That many articles on a topic in the current window, and in the previous one. */
function mention(topic: string, today: number, before: number): Mention[] {
  return [
    ...Array.from({ length: today }, () => ({ topics: [topic], publishedAt: now - hour })),
    ...Array.from({ length: before }, () => ({ topics: [topic], publishedAt: now - topicWindowMs })),
  ];
}

describe('trending topics', () => {
  it('compare mentions with the previous window, signed, largest gain first', () => {
    const mentions = [
      ...mention('Falling', 46, 50),
      ...mention('Even', 3, 3),
      ...mention('Rising', 56, 50),
      ...mention('New', 4, 0),
      ...mention('Gone', 0, 5),
    ];
    expect(listTrendingTopics(mentions, now)).toEqual([
      { name: 'New', change: '+300%' },
      { name: 'Rising', change: '+12%' },
      { name: 'Even', change: '+0%' },
      { name: 'Falling', change: '-8%' },
      { name: 'Gone', change: '-100%' },
    ]);
  });

  it('exclude mentions older than both windows, and topics mentioned once', () => {
    const old = { topics: ['Old'], publishedAt: now - 2 * topicWindowMs };
    expect(listTrendingTopics([old, old, old, ...mention('Once', 1, 0)], now)).toEqual([]);
  });

  it('are the most mentioned ones, whatever their order and number', () => {
    const counts = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 30 });
    fc.assert(
      fc.property(counts, fc.boolean(), (given, isReversed) => {
        const mentions = given.flatMap(([today, before], index) => mention(`t${index}`, today, before));
        const topics = listTrendingTopics(isReversed ? mentions.toReversed() : mentions, now);
        expect(topics).toEqual(listTrendingTopics(mentions, now));
        expect(topics.length).toBe(Math.min(12, given.filter(([a, b]) => a + b >= 2).length));
        for (const { change } of topics) expect(change).toMatch(/^[+-]\d+%$/);
      }),
      { numRuns: 50 },
    );
  });
});
