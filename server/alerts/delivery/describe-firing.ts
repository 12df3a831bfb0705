import { type AlertCondition, isAboutPrice, isUpward } from '#contract/alert-threshold.ts';
import { formatDollars } from '#contract/decimal.ts';
import type { MarketSource } from '#contract/market.ts';

/* What fired, in words. Figures are shown with all their digits: a rounded price could look as if it had crossed nothing. */

/** A threshold of a change, as it was written. */
function formatPercent(decimal: string): string {
  return `${decimal}%`;
}

/** A change with its sign and two decimals; what rounds to zero has no sign. */
export function formatChange(decimal: string): string {
  const rounded = Number(decimal).toFixed(2);
  if (Number(rounded) === 0) return '0.00%';
  return `${rounded.startsWith('-') ? '' : '+'}${rounded}%`;
}

/** Such as `Bitcoin is above $65,000`; what the simulated market did says so first. */
export function describeFiring(firing: {
  readonly name: string;
  readonly condition: AlertCondition;
  readonly threshold: string;
  readonly source: MarketSource;
}): string {
  const { condition, threshold } = firing;
  const name = firing.source === 'simulated' ? `Demo market: ${firing.name}` : firing.name;
  const side = isUpward(condition) ? 'above' : 'below';
  if (isAboutPrice(condition)) return `${name} is ${side} ${formatDollars(threshold)}`;
  return `${name}: 24h change is ${side} ${formatPercent(threshold)}`;
}
