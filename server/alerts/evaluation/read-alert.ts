import { isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import { defaultCurrency } from '#contract/currencies/currency.ts';
import type { MarketSource } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import { convertPrice, pickFigure, toUnits } from '../currency/converted-price.ts';
import type { TickRates } from '../currency/tick-rates.ts';
import { marketKey } from './alert-index.ts';
import { type ArmedAlert, type EvaluatedQuote, type Start, timeOf } from './armed-alert.ts';
import { type Figure, toBound } from './bound.ts';
import { isAfter } from './clock-skew.ts';
import { maxQuoteAgeMs } from './encoded-quotes.ts';

/** How far one source's quotes have been evaluated. */
export interface Evaluation {
  readonly source: MarketSource;
  /** The time of the last evaluated quotes; 0 if there are none yet. */
  readonly asOf: Instant;
  /** The newest revision that took part. */
  readonly revision: number;
  /** By `marketKey`. */
  readonly quotes: ReadonlyMap<string, EvaluatedQuote>;
  /** The rates of the last evaluated quotes. */
  readonly rates?: TickRates | undefined;
}

/** The columns that an evaluation needs. */
export type AlertFacts = Pick<
  AlertTable,
  | 'revision'
  | 'coin_id'
  | 'condition'
  | 'threshold'
  | 'currency'
  | 'when_true'
  | 'armed_as_of'
  | 'armed_price'
  | 'armed_change'
  | 'armed_rate'
  | 'armed_source'
>;

const number = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** Whether the threshold is a number. One that isn't, as from an account file of earlier versions, would stop all others. */
export const isReadable = ({ threshold }: Pick<AlertFacts, 'threshold'>): boolean => number.test(threshold);

/** Converts an active alert for evaluation. Its key is its revision. */
export function readAlert(facts: AlertFacts, evaluation: Evaluation, now: Instant): ArmedAlert {
  const { coin_id: coinId, condition, revision } = facts;
  const currency = priceCurrencyOf(facts);
  const last = evaluation.quotes.get(marketKey(coinId, currency));
  const evaluatedAt = last && timeOf(last, isAboutPrice(condition));
  const tookPart =
    revision <= evaluation.revision && evaluatedAt != null && isAfter(evaluatedAt, facts.armed_as_of, now);
  return {
    key: revision,
    coinId,
    condition,
    currency,
    bound: currency === undefined ? toBound(condition, facts.threshold) : toUnits(facts.threshold),
    start: tookPart ? null : startOf(facts, evaluation),
  };
}

/**
 * Without a figure, the source's first quote serves as the previous quote. That applies to an alert armed by another
 * source, and to one armed so long ago that quotes since may have been dropped.
 */
function startOf(facts: AlertFacts, { source, asOf: evaluatedAt }: Evaluation): Start {
  const asOf = facts.armed_as_of;
  const isForgotten = evaluatedAt - asOf > maxQuoteAgeMs;
  if (facts.armed_source !== source || isForgotten) return { asOf, figure: null, shouldFireIfTrue: false };
  return { asOf, figure: armedFigure(facts), shouldFireIfTrue: facts.when_true === 'fire' };
}

function armedFigure(facts: AlertFacts): Figure | null {
  const { condition, armed_price: price, armed_change: change, armed_rate: rate } = facts;
  if (!isAboutPrice(condition)) return change === null ? null : Number(change);
  if (price === null) return null;
  if (priceCurrencyOf(facts) === undefined) return Number(price);
  return rate === null ? null : pickFigure(condition, convertPrice(Number(price), rate));
}

/**
 * The currency of a threshold that is not in dollars. Changes are always dollar changes, whatever the alert's currency.
 */
function priceCurrencyOf({ condition, currency }: AlertFacts): string | undefined {
  return isAboutPrice(condition) && currency !== defaultCurrency ? currency : undefined;
}
