import { isAboutPrice } from '#contract/alert-threshold.ts';
import type { MarketSource } from '#contract/market.ts';
import type { CoinId, DecimalText, Instant } from '#contract/units.ts';
import type { AlertTable } from '#server/platform/database/tables/alert-tables.ts';
import { type ArmedAlert, type EvaluatedQuote, type Start, timeOf } from './armed-alert.ts';
import { toBound } from './bound.ts';
import { isAfter } from './clock-skew.ts';
import { maxQuoteAgeMs } from './encoded-quotes.ts';

/** How far the alerts are evaluated on one source. */
export interface Evaluation {
  readonly source: MarketSource;
  /** Of the last evaluated quotes; 0: there are none yet. */
  readonly asOf: Instant;
  /** The newest revision that took part. */
  readonly revision: number;
  readonly quotes: ReadonlyMap<CoinId, EvaluatedQuote>;
}

/** The columns that an evaluation needs. */
export type AlertFacts = Pick<
  AlertTable,
  | 'revision'
  | 'coin_id'
  | 'condition'
  | 'threshold'
  | 'when_true'
  | 'armed_as_of'
  | 'armed_price'
  | 'armed_change'
  | 'armed_source'
>;

/** An active alert as it enters the evaluation. Its key is its revision. */
export function readAlert(facts: AlertFacts, evaluation: Evaluation, now: Instant): ArmedAlert {
  const { coin_id: coinId, condition, revision } = facts;
  const last = evaluation.quotes.get(coinId);
  const evaluatedAt = last && timeOf(last, isAboutPrice(condition));
  const tookPart =
    revision <= evaluation.revision && evaluatedAt != null && isAfter(evaluatedAt, facts.armed_as_of, now);
  return {
    key: revision,
    coinId,
    condition,
    bound: toBound(condition, facts.threshold),
    start: tookPart ? null : startOf(facts, evaluation),
  };
}

/**
 * Without a figure, the first quote of this source is the quote before. That is so for an alert that another source
 * armed, and for one armed so long ago that quotes since may be forgotten.
 */
function startOf(facts: AlertFacts, { source, asOf: evaluatedAt }: Evaluation): Start {
  const asOf = facts.armed_as_of;
  const isForgotten = evaluatedAt - asOf > maxQuoteAgeMs;
  if (facts.armed_source !== source || isForgotten) return { asOf, figure: null, shouldFireIfTrue: false };
  const text = armedFigure(facts);
  return { asOf, figure: text === null ? null : Number(text), shouldFireIfTrue: facts.when_true === 'fire' };
}

function armedFigure({ condition, armed_price, armed_change }: AlertFacts): DecimalText | null {
  return isAboutPrice(condition) ? armed_price : armed_change;
}
