import { type AlertCondition, isAboutPrice, isUpward } from '#contract/alerts/alert-threshold.ts';
import type { AlertRepeat } from '#contract/alerts/alerts.ts';
import { formatEveryDigit, formatEveryPlace } from '#web/lib/decimal-formats.ts';

/*
 * Alerts in plain words. Figures keep all their digits, as a rounded price could look as if it hadn't crossed the
 * threshold.
 */

/** The conditions as named in the form. */
export const conditionNames: Record<AlertCondition, string> = {
  price_above: 'Price above',
  price_below: 'Price below',
  change_24h_above: '24h change above',
  change_24h_below: '24h change below',
};

/** A sentence split around its figure, so that the figure can be styled. */
export interface ConditionParts {
  readonly before: string;
  readonly figure: string;
  readonly after: string;
}

type Condition = {
  readonly condition: AlertCondition;
  readonly threshold: string;
  readonly currency?: string;
};

/** What an alert waits for: `Price rises to`, `$70,000`, `or above`. */
export function conditionParts(alert: Condition): ConditionParts {
  return partsOf(alert, isUpward(alert.condition) ? 'rises to' : 'falls to');
}

/** What an alert waits for, in one sentence. */
export function describeCondition(alert: Condition): string {
  return join(conditionParts(alert));
}

/** What happened when an alert fired: `Price rose to $70,000 or above`. */
export function describeCrossing(firing: Condition): string {
  return join(partsOf(firing, isUpward(firing.condition) ? 'rose to' : 'fell to'));
}

/** A percentage with its sign and at least two decimals: `-5` is `-5.00%`. */
export function formatThresholdPercent(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  const written = formatEveryPlace(`${whole || '0'}.${fraction}`);
  const sign = /[1-9]/.test(written) ? (decimal.startsWith('-') ? '-' : '+') : '';
  return `${sign}${written}%`;
}

/** How often an alert fires; null for one that fires once. `minutes` is its cooldown. */
export function describeRepeat(repeat: AlertRepeat, minutes: number): string | null {
  return repeat === 'once' ? null : `Every time, at most once ${describeCooldown(minutes)}`;
}

/** A cooldown, to follow "once": `an hour`, `every 4 hours`, `a day`, `every 7 days`, `every 90 minutes`. */
export function describeCooldown(minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  if (count !== 1) return `every ${count} ${unit}s`;
  return unit === 'hour' ? 'an hour' : `a ${unit}`;
}

function partsOf({ condition, threshold, currency }: Condition, verb: string): ConditionParts {
  const isPrice = isAboutPrice(condition);
  return {
    before: `${isPrice ? 'Price' : '24h change'} ${verb}`,
    figure: isPrice ? formatEveryDigit(threshold, currency ?? 'usd') : formatThresholdPercent(threshold),
    after: isUpward(condition) ? 'or above' : 'or below',
  };
}

function join({ before, figure, after }: ConditionParts): string {
  return `${before} ${figure} ${after}`;
}
