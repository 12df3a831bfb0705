import type { AcceptedQuotes, Quote } from '../../../server/alerts/evaluation/accepted-quotes.ts';
import type { AlertIndex } from '../../../server/alerts/evaluation/alert-index.ts';
import type { ArmedAlert } from '../../../server/alerts/evaluation/armed-alert.ts';
import { toBound } from '../../../server/alerts/evaluation/bound.ts';

export const tickAt = (asOf: number, quotes: Record<string, Quote>): AcceptedQuotes => ({
  source: 'coingecko',
  asOf,
  quotes: new Map(Object.entries(quotes)),
});
export const bitcoinAt = (asOf: number, price: number, change: number | null = null) =>
  tickAt(asOf, { bitcoin: { price, change } });

/** An alert on bitcoin, armed at 90 dollars. */
export function alertAt(threshold: string, more: Partial<ArmedAlert> = {}): ArmedAlert {
  const { condition = 'price_above' } = more;
  return {
    key: 1,
    coinId: 'bitcoin',
    condition,
    bound: toBound(condition, threshold),
    start: { asOf: 0, figure: 90, shouldFireIfTrue: false },
    ...more,
  };
}

/** Evaluates a tick and returns its crossings. `isDone`: whether a crossed alert leaves the index (default: all do). */
export function take(index: AlertIndex, tick: AcceptedQuotes, isDone = (_: number) => true) {
  const crossed = index.cross(tick);
  index.advance(tick, crossed, isDone);
  return crossed.crossings;
}
