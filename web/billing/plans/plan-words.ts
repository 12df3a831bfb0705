import type { BillingPeriod, Plan, PlanLimits } from '#contract/plans.ts';

const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** A plan's price in US dollars: `$9.99`, or `$99` without cents. */
export function formatPlanPrice(price: number): string {
  return (Number.isInteger(price) ? dollars : cents).format(price);
}

/** The price of a month in US dollars, rounded to the cent. If paid yearly, a twelfth of the year's price. */
export function monthlyPrice(plan: Plan, isYearly: boolean): number {
  return isYearly ? Math.round((plan.yearlyPrice * 100) / 12) / 100 : plan.price;
}

/** The first month's price in US dollars at half price, rounded down to the cent. */
export function firstMonthPrice({ price }: Plan): number {
  return Math.floor(Math.round(price * 100) / 2) / 100;
}

/** The price per billing period: `$9.99/month`, `$99/year`. */
export function describePrice(plan: Plan, period: BillingPeriod): string {
  return period === 'yearly'
    ? `${formatPlanPrice(plan.yearlyPrice)}/year`
    : `${formatPlanPrice(plan.price)}/month`;
}

/** How a plan is billed, shown below its price. */
export function describeBilling(plan: Plan, isYearly: boolean): string {
  if (plan.price === 0) return 'no card needed';
  return isYearly ? `${formatPlanPrice(plan.yearlyPrice)} billed annually` : 'billed monthly';
}

/** `Save 17%`, or `Save up to 17%` if the plans differ. Null if paying yearly saves nothing. */
export function describeSaving(plans: readonly Plan[]): string | null {
  const savings = plans.filter(({ price }) => price > 0).map(({ savePercent }) => savePercent);
  const largest = Math.max(0, ...savings);
  if (largest === 0) return null;
  return savings.every((saving) => saving === largest) ? `Save ${largest}%` : `Save up to ${largest}%`;
}

/** The limits of a plan, one per line. */
export function describeLimits({ watchlist, portfolios, alerts }: PlanLimits): string[] {
  return [
    countOf(watchlist, 'watchlist item'),
    countOf(portfolios, 'portfolio'),
    countOf(alerts, 'price alert'),
  ];
}

/** A span of price history: `7 days of price history`. `days` null: all of it. */
export function describeHistory(days: number | null): string {
  if (days === null) return 'All price history';
  return days === 365 ? '1 year of price history' : `${days} days of price history`;
}

function countOf(limit: number | null, thing: string): string {
  return `${limit ?? 'Unlimited'} ${thing}${limit === 1 ? '' : 's'}`;
}
