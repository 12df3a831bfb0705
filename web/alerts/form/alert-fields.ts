import {
  type AlertCondition,
  findThresholdFault,
  isAboutPrice,
  isUpward,
} from '#contract/alerts/alert-threshold.ts';
import type { Alert, AlertRepeat, WhenTrue } from '#contract/alerts/alerts.ts';
import type { DecimalText, Percent } from '#contract/units.ts';
import type { FieldErrors } from '#web/lib/form/field-errors.ts';
import { dollarMoney, type Money } from '#web/lib/money/money.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { firstStep, stepFrom } from './threshold-steps.ts';

/** What the form is for: a new alert, optionally for a coin at its current price in dollars, or an existing alert. */
export type AlertSubject =
  | { readonly coin: CoinMatch | null; readonly price: number | null }
  | { readonly alert: Alert };

/** The fields of the form, as typed. */
export interface AlertFields {
  readonly coin: CoinMatch | null;
  readonly condition: AlertCondition;
  /** Whether the user chose the condition. Until then it follows the threshold. */
  readonly isChosen: boolean;
  readonly threshold: DecimalText;
  /** Currency of a price threshold: the page's for a new alert, its own for an existing one. */
  readonly currency: string;
  /** The threshold as a step from the current price, or as a 24h change. Null if it was typed. */
  readonly step: Percent | null;
  readonly note: string;
  readonly repeat: AlertRepeat;
  readonly cooldownMinutes: number;
  readonly whenTrue: WhenTrue;
}

/** The cooldowns to choose from, in minutes. */
export const cooldowns = [60, 240, 720, 1440, 10_080] as const;
/** In characters. */
export const maxNoteLength = 200;

/** Whether the coin can't be chosen in the form. */
export function isCoinFixed(subject: AlertSubject): boolean {
  return 'alert' in subject || subject.coin !== null;
}

/** Initial values of the form. `money`: the page's currency. */
export function fieldsOf(subject: AlertSubject, money: Money = dollarMoney): AlertFields {
  if ('alert' in subject) {
    const { coinId, symbol, name, condition, threshold, currency, note, repeat, cooldownMinutes } =
      subject.alert;
    return {
      coin: { id: coinId, symbol, name, market_cap_rank: null },
      condition,
      isChosen: true,
      threshold,
      currency,
      step: null,
      note: note ?? '',
      repeat,
      cooldownMinutes,
      whenTrue: 'wait',
    };
  }
  const { coin, price } = subject;
  return {
    coin,
    condition: 'price_above',
    isChosen: false,
    threshold: stepFrom(money.convert(price), firstStep) ?? '',
    currency: money.currency.code,
    step: firstStep,
    note: '',
    repeat: 'once',
    cooldownMinutes: cooldowns[0],
    whenTrue: 'wait',
  };
}

/**
 * Sets a typed threshold. Unless the user chose the condition, it then points from the current price to the threshold.
 */
export function withThreshold(fields: AlertFields, threshold: string, price: number | null): AlertFields {
  const typed = { ...fields, threshold, step: null };
  const isPrice =
    isAboutPrice(fields.condition) && findThresholdFault(fields.condition, threshold) === undefined;
  if (fields.isChosen || price === null || !isPrice) return typed;
  return { ...typed, condition: conditionTo(fields, Number(threshold) < price) };
}

/** Sets the threshold `step` percent from the current price, or to that 24h change. */
export function withStep(fields: AlertFields, step: Percent, price: number | null): AlertFields {
  const threshold = isAboutPrice(fields.condition) ? (stepFrom(price, step) ?? '') : String(step);
  return { ...fields, threshold, step, condition: conditionTo(fields, step < 0) };
}

/** Applies the coin's first known price: a step is counted from it, a typed threshold stays. */
export function withPrice(fields: AlertFields, price: number | null): AlertFields {
  if (fields.step === null) return withThreshold(fields, fields.threshold, price);
  return isAboutPrice(fields.condition) ? withStep(fields, fields.step, price) : fields;
}

/** Sets another coin. Clears a threshold that was a step from the previous coin's price. */
export function withCoin(fields: AlertFields, coin: CoinMatch): AlertFields {
  const isOther = coin.id !== fields.coin?.id && fields.step !== null && isAboutPrice(fields.condition);
  return { ...fields, coin, threshold: isOther ? '' : fields.threshold };
}

/**
 * Sets a chosen condition. A step changes sign to match it. If the condition switches between a price and a
 * percentage, a typed threshold is replaced by a step.
 */
export function withCondition(
  fields: AlertFields,
  condition: AlertCondition,
  price: number | null,
): AlertFields {
  const chosen = { ...fields, condition, isChosen: true };
  const isOtherKind = isAboutPrice(condition) !== isAboutPrice(fields.condition);
  if (fields.step === null && !isOtherKind) return chosen;
  const size = Math.abs(fields.step ?? firstStep);
  return withStep(chosen, isUpward(condition) ? size : -size, price);
}

/** The condition of the same kind in the given direction. */
function conditionTo({ condition }: AlertFields, isDown: boolean): AlertCondition {
  if (isAboutPrice(condition)) return isDown ? 'price_below' : 'price_above';
  return isDown ? 'change_24h_below' : 'change_24h_above';
}

/** Applies the server's rules to the input. */
export function checkAlert({ coin, condition, threshold, note }: AlertFields): FieldErrors {
  const fault = findThresholdFault(condition, threshold.trim());
  return {
    ...(coin === null && { coin: 'Please select a cryptocurrency' }),
    ...(fault !== undefined && { threshold: fault }),
    ...(note.trim().length > maxNoteLength && { note: `Must be at most ${maxNoteLength} characters` }),
  };
}
