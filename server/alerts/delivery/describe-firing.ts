import { type AlertCondition, isAboutPrice } from '#contract/alert-threshold.ts';
import type { MarketSource } from '#contract/market.ts';

/* What fired, in words. Figures are shown with all their digits: a rounded price could look as if it had crossed nothing. */

/** `65000.5` as `$65,000.50`. */
export function formatDollars(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const grouped = (whole.replace(/^0+(?=\d)/, '') || '0').replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === '' ? `$${grouped}` : `$${grouped}.${fraction.padEnd(2, '0')}`;
}

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
  const side = condition.endsWith('_above') ? 'above' : 'below';
  if (isAboutPrice(condition)) return `${name} is ${side} ${formatDollars(threshold)}`;
  return `${name}: 24h change is ${side} ${formatPercent(threshold)}`;
}
