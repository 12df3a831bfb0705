import { isPositiveDecimal } from './decimal.ts';

/*
 * Which thresholds an alert may have. No schemas here, so that the browser's form can use the server's own rule.
 */

/** What an alert waits for: the price in US dollars, or its change over 24 hours in percent. */
export const alertConditions = [
  'price_above',
  'price_below',
  'change_24h_above',
  'change_24h_below',
] as const;
export type AlertCondition = (typeof alertConditions)[number];

/** In percent: a price cannot lose all of itself, and nothing rises a millionfold in a day. */
const maxFall = 100;
const maxRise = 1_000_000;

/** Whether the condition is about the price; otherwise about its change. */
export function isAboutPrice(condition: AlertCondition): boolean {
  return condition === 'price_above' || condition === 'price_below';
}

/** Whether the condition holds above its threshold; otherwise below it. */
export function isUpward(condition: AlertCondition): boolean {
  return condition === 'price_above' || condition === 'change_24h_above';
}

/** What is wrong with a threshold, in words for its field; undefined where it fits the condition. */
export function findThresholdFault(condition: AlertCondition, threshold: string): string | undefined {
  if (threshold === '') return 'Threshold is required';
  if (isAboutPrice(condition)) return isPositiveDecimal(threshold) ? undefined : 'Must be a positive number';
  const isFall = threshold.startsWith('-');
  const size = isFall ? threshold.slice(1) : threshold;
  const isDecimal = isPositiveDecimal(size) || /^0{1,12}(?:\.0{1,18})?$/.test(size);
  // The whole part alone decides: reading all digits would round them.
  const whole = Number(size.split('.')[0]);
  if (isDecimal && whole < (isFall ? maxFall : maxRise)) return undefined;
  return `Must be a percentage above -${maxFall} and below ${maxRise}`;
}
