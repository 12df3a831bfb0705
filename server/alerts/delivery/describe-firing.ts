import { type AlertCondition, isAboutPrice, isUpward } from '#contract/alerts/alert-threshold.ts';
import { formatMoney } from '#contract/currencies/currency-text.ts';
import type { MarketSource } from '#contract/market.ts';
import type { DecimalText } from '#contract/units.ts';

/*
 * Describes firings in words. Prices keep all their digits, because a rounded one might not appear to have crossed the
 * threshold.
 */

/** The threshold of a change, as the user wrote it. */
function formatPercent(decimal: DecimalText): string {
  return `${decimal}%`;
}

/** With sign and two decimals; a change that rounds to zero has no sign. */
export function formatChange(decimal: DecimalText): string {
  const rounded = Number(decimal).toFixed(2);
  if (Number(rounded) === 0) return '0.00%';
  return `${rounded.startsWith('-') ? '' : '+'}${rounded}%`;
}

/** For example `Bitcoin is above $65,000`, marked if the market is simulated. */
export function describeFiring(firing: {
  readonly name: string;
  readonly condition: AlertCondition;
  readonly threshold: DecimalText;
  readonly currency: string;
  readonly source: MarketSource;
}): string {
  const { condition, threshold, currency } = firing;
  const name = firing.source === 'simulated' ? `Demo market: ${firing.name}` : firing.name;
  const side = isUpward(condition) ? 'above' : 'below';
  if (isAboutPrice(condition)) return `${name} is ${side} ${formatMoney(threshold, currency)}`;
  return `${name}: 24h change is ${side} ${formatPercent(threshold)}`;
}
