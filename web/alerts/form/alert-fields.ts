import { type AlertCondition, findThresholdFault, isAboutPrice } from '#contract/alert-threshold.ts';
import type { Alert, AlertRepeat, WhenTrue } from '#contract/alerts.ts';
import type { DecimalText } from '#contract/units.ts';
import type { FieldErrors } from '#web/lib/form/field-errors.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { writePlainly } from '../list/alert-distance.ts';

/** What the form is for: a new alert, perhaps on a coin at its present price, or an existing one. */
export type AlertSubject =
  | { readonly coin: CoinMatch | null; readonly price: number | null }
  | { readonly alert: Alert };

/** The fields of the form, as they are typed. */
export interface AlertFields {
  readonly coin: CoinMatch | null;
  readonly condition: AlertCondition;
  /** Whether the user chose the condition; until then it follows the threshold. */
  readonly isChosen: boolean;
  readonly threshold: DecimalText;
  readonly note: string;
  readonly repeat: AlertRepeat;
  readonly cooldownMinutes: number;
  readonly whenTrue: WhenTrue;
}

/** Minutes; an hour is the minimum. */
export const cooldowns = [60, 240, 720, 1440, 10_080] as const;
export const maxNoteLength = 200;

/** Whether the coin can't be chosen in the form. */
export function isCoinFixed(subject: AlertSubject): boolean {
  return 'alert' in subject || subject.coin !== null;
}

/** What the form starts with. */
export function fieldsOf(subject: AlertSubject): AlertFields {
  if ('alert' in subject) {
    const { coinId, symbol, name, condition, threshold, note, repeat, cooldownMinutes } = subject.alert;
    return {
      coin: { id: coinId, symbol, name, market_cap_rank: null },
      condition,
      isChosen: true,
      threshold,
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
    threshold: price === null ? '' : writePlainly(price),
    note: '',
    repeat: 'once',
    cooldownMinutes: cooldowns[0],
    whenTrue: 'wait',
  };
}

/** The fields with another threshold. Unless the condition was chosen, it points from the present price to the threshold. */
export function withThreshold(fields: AlertFields, threshold: string, price: number | null): AlertFields {
  const typed = { ...fields, threshold };
  const isPrice =
    isAboutPrice(fields.condition) && findThresholdFault(fields.condition, threshold) === undefined;
  if (fields.isChosen || price === null || !isPrice) return typed;
  return { ...typed, condition: Number(threshold) < price ? 'price_below' : 'price_above' };
}

/** The fields with another condition. The threshold is cleared where dollars become a percentage, or the reverse. */
export function withCondition(fields: AlertFields, condition: AlertCondition): AlertFields {
  const isOtherKind = isAboutPrice(condition) !== isAboutPrice(fields.condition);
  return { ...fields, condition, isChosen: true, threshold: isOtherKind ? '' : fields.threshold };
}

/** Checks what was typed as the server will. */
export function checkAlert({ coin, condition, threshold, note }: AlertFields): FieldErrors {
  const fault = findThresholdFault(condition, threshold.trim());
  return {
    ...(coin === null && { coin: 'Please select a cryptocurrency' }),
    ...(fault !== undefined && { threshold: fault }),
    ...(note.trim().length > maxNoteLength && { note: `Must be at most ${maxNoteLength} characters` }),
  };
}
