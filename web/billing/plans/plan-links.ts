import type { BillingPeriod, Plan } from '#contract/plans.ts';
import { paths } from '#web/lib/paths.ts';

/**
 * Where a plan's button leads: to the payment, or for visitors to the sign-up page and then to the payment. That of the
 * free plan leads to the market.
 */
export function planLink({ tier, price }: Plan, period: BillingPeriod, isSignedIn: boolean): string {
  if (price === 0) return isSignedIn ? paths.home : paths.signUp;
  if (isSignedIn) return subscribePath({ plan: tier, period });
  return signUpPath({ plan: tier, period });
}

/** The sign-up page that continues to a plan's payment. */
export function signUpPath({ plan, period }: { plan: string; period: BillingPeriod }): string {
  return `${paths.signUp}?plan=${plan}&subscribe=true${periodQuery(period)}`;
}

/** The summary of a plan before payment. */
export function subscribePath({ plan, period }: { plan: string; period: BillingPeriod }): string {
  return `${paths.subscribe}?plan=${plan}${periodQuery(period)}`;
}

function periodQuery(period: BillingPeriod): string {
  return period === 'yearly' ? '&period=yearly' : '';
}
