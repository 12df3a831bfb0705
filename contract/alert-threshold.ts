import { isPositiveDecimal } from './decimal.ts';

/*
 * The rules for thresholds. Like `decimal.ts` it has no schemas, so that the browser's form checks by the same rules as
 * the server without loading zod.
 */

/** The price in US dollars, or its 24h change in percent. */
export const alertConditions = [
  'price_above',
  'price_below',
  'change_24h_above',
  'change_24h_below',
] as const;
export type AlertCondition = (typeof alertConditions)[number];

/** Both exclusive: a price cannot fall to nothing. */
const maxFallPercent = 100;
const maxRisePercent = 1_000_000;

/** Whether the condition is about the price, not its change. */
export function isAboutPrice(condition: AlertCondition): boolean {
  return condition === 'price_above' || condition === 'price_below';
}

/** Whether the condition holds above its threshold, not below it. */
export function isUpward(condition: AlertCondition): boolean {
  return condition === 'price_above' || condition === 'change_24h_above';
}

/** The error message for the threshold's field; undefined: it fits the condition. */
export function findThresholdFault(condition: AlertCondition, threshold: string): string | undefined {
  if (threshold === '') return 'Threshold is required';
  if (isAboutPrice(condition)) return isPositiveDecimal(threshold) ? undefined : 'Must be a positive number';
  const isFall = threshold.startsWith('-');
  const size = isFall ? threshold.slice(1) : threshold;
  const isDecimal = isPositiveDecimal(size) || /^0{1,12}(?:\.0{1,18})?$/.test(size);
  // Only the whole part: reading all digits could round up to a bound.
  const whole = Number(size.split('.')[0]);
  if (isDecimal && whole < (isFall ? maxFallPercent : maxRisePercent)) return undefined;
  return `Must be a percentage above -${maxFallPercent} and below ${maxRisePercent}`;
}
