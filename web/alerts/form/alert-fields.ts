import { type AlertCondition, findThresholdFault, isAboutPrice } from '#contract/alert-threshold.ts';
import type { Alert, AlertRepeat, WhenTrue } from '#contract/alerts.ts';
import type { CoinMatch } from '#web/market/search/search-matches.ts';
import { writePlainly } from '../list/alert-distance.ts';

/** What an alert is made or changed for: a new one, perhaps of a coin at its present price, or one that is there. */
export type AlertSubject =
  | { readonly coin: CoinMatch | null; readonly price: number | null }
  | { readonly alert: Alert };

/** The fields of the form, as they are typed. */
export interface AlertFields {
  readonly coin: CoinMatch | null;
  readonly condition: AlertCondition;
  /** Whether the condition was chosen; until then it follows the threshold. */
  readonly isChosen: boolean;
  readonly threshold: string;
  readonly note: string;
  readonly repeat: AlertRepeat;
  readonly cooldownMinutes: number;
  readonly whenTrue: WhenTrue;
}

/** What is wrong with each field, in the server's own words. */
export interface AlertErrors {
  readonly coinId?: string;
  readonly threshold?: string;
  readonly note?: string;
}

/** A rest of an hour is the shortest there is. */
export const cooldowns = [60, 240, 720, 1440, 10_080] as const;
/** Characters of a note. */
export const longestNote = 200;

/** What the form begins with. */
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

/** The fields with another threshold: a price below the present one is waited for from above, and the other way round. */
export function withThreshold(fields: AlertFields, threshold: string, price: number | null): AlertFields {
  const typed = { ...fields, threshold };
  const isPrice =
    isAboutPrice(fields.condition) && findThresholdFault(fields.condition, threshold) === undefined;
  if (fields.isChosen || price === null || !isPrice) return typed;
  return { ...typed, condition: Number(threshold) < price ? 'price_below' : 'price_above' };
}

/** The fields with another condition: dollars are no threshold of a percentage, nor the other way round. */
export function withCondition(fields: AlertFields, condition: AlertCondition): AlertFields {
  const isOtherKind = isAboutPrice(condition) !== isAboutPrice(fields.condition);
  return { ...fields, condition, isChosen: true, threshold: isOtherKind ? '' : fields.threshold };
}

/** Checks what was typed as the server will. */
export function checkAlert({ coin, condition, threshold, note }: AlertFields): AlertErrors {
  const fault = findThresholdFault(condition, threshold.trim());
  return {
    ...(coin === null && { coinId: 'Please select a cryptocurrency' }),
    ...(fault !== undefined && { threshold: fault }),
    ...(note.trim().length > longestNote && { note: `Must be at most ${longestNote} characters` }),
  };
}
