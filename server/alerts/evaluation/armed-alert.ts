import { type AlertCondition, isAboutPrice, isUpward } from '#contract/alerts/alert-threshold.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { QuoteRates } from '../currency/quote-rates.ts';
import type { Quote } from './accepted-quotes.ts';
import { type Figure, holds } from './bound.ts';
import { isAfterArming } from './clock-skew.ts';

/** The last evaluated quote of a coin, each figure with the time it was quoted; null if never known. */
export interface EvaluatedQuote extends Quote {
  readonly priceAt: Instant;
  readonly changeAt: Instant | null;
}

/** The quote that armed an alert; only later ones can fire it. */
export interface Start {
  readonly asOf: Instant;
  /**
   * The price or the change, depending on the condition. Null if unknown, in which case the first quote can't be a
   * crossing.
   */
  readonly figure: Figure | null;
  /** Fires on the next quote even if the condition already held. */
  readonly shouldFireIfTrue: boolean;
}

export interface ArmedAlert {
  readonly key: number;
  readonly coinId: CoinId;
  readonly condition: AlertCondition;
  /** Only set for a price in a currency other than dollars. */
  readonly currency?: string | undefined;
  /** From `toBound`, or from `toUnits` for a price in another currency. */
  readonly bound: Figure;
  /** Null if the alert was already evaluated on the coin's last quote. */
  readonly start: Start | null;
}

/** An alert whose previous quote may differ from the coin's last evaluated quote. */
export interface FreshAlert extends ArmedAlert {
  readonly start: Start;
}

/** The moment a condition starts to hold that did not hold at the previous quote. */
export interface Crossing {
  readonly key: number;
  readonly coinId: CoinId;
  /** The quote that crossed the bound. */
  readonly quote: Quote;
  /** The rates at the time of the quote. */
  readonly rates?: QuoteRates | undefined;
  /**
   * The times of the last quote before the crossing and the first after it. Equal if nothing was crossed: the condition
   * held when the alert was armed, and it was set to fire on the next quote.
   */
  readonly after: Instant;
  readonly by: Instant;
}

/** The figure a condition is compared with: the price, or the 24h change. */
export function figureOf(quote: Quote, isPrice: boolean, isUp: boolean): Figure | null {
  if (!isPrice) return quote.change;
  if (quote.converted) return isUp ? quote.converted.floor : quote.converted.ceil;
  return quote.price;
}

/** When the price or the change was last known. */
export const timeOf = (last: EvaluatedQuote, isPrice: boolean) => (isPrice ? last.priceAt : last.changeAt);

/** Merges the next quote into the last evaluated one. An unknown change keeps the previous one. */
export function evaluateQuote(
  last: EvaluatedQuote | null,
  { price, change, converted }: Quote,
  at: Instant,
): EvaluatedQuote {
  if (change !== null) return { price, priceAt: at, change, changeAt: at, converted };
  const { change: lastChange = null, changeAt = null } = last ?? {};
  return { price, priceAt: at, change: lastChange, changeAt, converted };
}

/** Whether the condition held when the alert was armed; null if unknown. */
function heldAtStart({ condition, bound, start }: FreshAlert): boolean | null {
  return start.figure === null ? null : holds(condition, bound, start.figure);
}

/**
 * The first crossing among `quotes` (oldest first) that came after the one that armed the alert. `latest`: see
 * `isAfterArming`.
 */
export function crossFresh(
  alert: FreshAlert,
  quotes: readonly (EvaluatedQuote | null | undefined)[],
  latest: Instant,
): Crossing | null {
  const { key, coinId, condition, bound, start } = alert;
  const isPrice = isAboutPrice(condition);
  let after = start.asOf;
  let heldBefore = heldAtStart(alert);
  let shouldFireIfTrue = start.shouldFireIfTrue;
  for (const quote of quotes) {
    const figure = quote ? figureOf(quote, isPrice, isUpward(condition)) : null;
    const by = quote ? timeOf(quote, isPrice) : null;
    if (!quote || figure === null || by === null || !isAfterArming(by, start.asOf, latest)) continue;
    const isHolding = holds(condition, bound, figure);
    if (isHolding && heldBefore === false) return { key, coinId, quote, after, by };
    if (isHolding && shouldFireIfTrue) return { key, coinId, quote, after: by, by };
    heldBefore = isHolding;
    shouldFireIfTrue = false;
    after = by;
  }
  return null;
}
