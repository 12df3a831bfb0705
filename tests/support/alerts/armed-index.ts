import type { AcceptedQuotes, Quote } from '../../../server/alerts/evaluation/accepted-quotes.ts';
import type { AlertIndex } from '../../../server/alerts/evaluation/alert-index.ts';
import type { ArmedAlert } from '../../../server/alerts/evaluation/armed-alert.ts';
import { toBound } from '../../../server/alerts/evaluation/bound.ts';

export const quotesAt = (asOf: number, quotes: Record<string, Quote>): AcceptedQuotes => ({
  source: 'coingecko',
  asOf,
  quotes: new Map(Object.entries(quotes)),
});
export const bitcoinAt = (asOf: number, price: number, change: number | null = null) =>
  quotesAt(asOf, { bitcoin: { price, change } });

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

/** Evaluates quotes and returns the crossings. `isDone`: whether a crossed alert leaves the index (default: all do). */
export function evaluate(index: AlertIndex, accepted: AcceptedQuotes, isDone = (_: number) => true) {
  const crossed = index.cross(accepted);
  index.advance(accepted, crossed, isDone);
  return crossed.crossings;
}
