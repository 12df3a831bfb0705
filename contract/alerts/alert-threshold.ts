import { findDecimalFault, isPositiveDecimal } from '../decimal.ts';

/*
 * The rules for thresholds. Like `decimal.ts`, this file imports no schemas, so that forms in the browser can apply the
 * server's rules without loading zod.
 */

/** Conditions on the price, or on its 24h change in percent. */
export const alertConditions = [
  'price_above',
  'price_below',
  'change_24h_above',
  'change_24h_below',
] as const;
export type AlertCondition = (typeof alertConditions)[number];

/** Exclusive bounds: a price cannot fall by 100% or more. */
const maxFallPercent = 100;
const maxRisePercent = 1_000_000;

/** Whether the condition is on the price rather than on its change. */
export function isAboutPrice(condition: AlertCondition): boolean {
  return condition === 'price_above' || condition === 'price_below';
}

/** Whether the condition holds above its threshold rather than below it. */
export function isUpward(condition: AlertCondition): boolean {
  return condition === 'price_above' || condition === 'change_24h_above';
}

/** Returns the error message for the threshold; undefined if it suits the condition. */
export function findThresholdFault(condition: AlertCondition, threshold: string): string | undefined {
  if (threshold === '') return 'Threshold is required';
  if (isAboutPrice(condition)) return findDecimalFault(threshold);
  const isFall = threshold.startsWith('-');
  const size = isFall ? threshold.slice(1) : threshold;
  const isDecimal = isPositiveDecimal(size) || /^0{1,12}(?:\.0{1,18})?$/.test(size);
  // Compare only the whole part, because parsing all digits could round up to a bound.
  const whole = Number(size.split('.')[0]);
  if (isDecimal && whole < (isFall ? maxFallPercent : maxRisePercent)) return undefined;
  return `Must be a percentage above -${maxFallPercent} and below ${maxRisePercent}`;
}
