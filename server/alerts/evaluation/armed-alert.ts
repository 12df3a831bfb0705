import { type AlertCondition, isAboutPrice } from '#contract/alert-threshold.ts';
import type { Quote } from './accepted-quotes.ts';
import { holds } from './bound.ts';
import { isAfterArming } from './quote-time.ts';

/** What was last evaluated of a coin, each figure with the time (ms) of its quote; null: it was never known. */
export interface EvaluatedQuote extends Quote {
  readonly priceAt: number;
  readonly changeAt: number | null;
}

/** What an alert was armed by; only later quotes are held against it. */
export interface Start {
  readonly asOf: number;
  /** What was believed of the figure its condition is about; null: nothing, and the first quote can't cross it. */
  readonly figure: number | null;
  /** The condition counts as not holding, whatever was believed. */
  readonly shouldFireIfTrue: boolean;
}

export interface ArmedAlert {
  readonly key: number;
  readonly coinId: string;
  readonly condition: AlertCondition;
  /** See `toBound`. */
  readonly bound: number;
  /** Null: it took part when the coin's last evaluated quote was evaluated. */
  readonly start: Start | null;
}

/** An alert for which the coin's last evaluated quote is not, or may not be, the quote before. */
export interface FreshAlert extends ArmedAlert {
  readonly start: Start;
}

/** That a condition holds which did not hold by the quote before. */
export interface Crossing {
  readonly key: number;
  readonly coinId: string;
  /** The quote that crossed the bound. */
  readonly quote: Quote;
  /**
   * The times (ms) of the last quote before the crossing and of the first after it. Both are the latter's where nothing
   * is known to have been crossed: the condition held when the alert was armed, and it was to fire on the next quote.
   */
  readonly after: number;
  readonly by: number;
}

/** What a condition is held against: the price, or the change over 24 hours. */
export const figureOf = (quote: Quote, isPrice: boolean) => (isPrice ? quote.price : quote.change);
/** When (ms) that figure was last known. */
export const timeOf = (last: EvaluatedQuote, isPrice: boolean) => (isPrice ? last.priceAt : last.changeAt);

/** What is evaluated of a coin once a quote is: a change that is not known leaves the one before. */
export function evaluateQuote(
  last: EvaluatedQuote | null,
  { price, change }: Quote,
  at: number,
): EvaluatedQuote {
  if (change !== null) return { price, priceAt: at, change, changeAt: at };
  return { price, priceAt: at, change: last?.change ?? null, changeAt: last?.changeAt ?? null };
}

/** Whether the condition held by what the alert was armed by; null: that is not known. */
function heldAtStart({ condition, bound, start }: FreshAlert): boolean | null {
  return start.figure === null ? null : holds(condition, bound, start.figure);
}

/**
 * The first crossing by the quotes given, oldest first, that came after the one the alert was armed by. `latest`: see
 * `isAfterArming`.
 */
export function crossFresh(
  alert: FreshAlert,
  quotes: readonly (EvaluatedQuote | null | undefined)[],
  latest: number,
): Crossing | null {
  const { key, coinId, condition, bound, start } = alert;
  const isPrice = isAboutPrice(condition);
  let after = start.asOf;
  let didHold = heldAtStart(alert);
  let shouldFireIfTrue = start.shouldFireIfTrue;
  for (const quote of quotes) {
    const figure = quote ? figureOf(quote, isPrice) : null;
    const by = quote ? timeOf(quote, isPrice) : null;
    if (!quote || figure === null || by === null || !isAfterArming(by, start.asOf, latest)) continue;
    const isHolding = holds(condition, bound, figure);
    if (isHolding && didHold === false) return { key, coinId, quote, after, by };
    if (isHolding && shouldFireIfTrue) return { key, coinId, quote, after: by, by };
    didHold = isHolding;
    shouldFireIfTrue = false;
    after = by;
  }
  return null;
}
