import type { BillingPeriod, Plan } from '#contract/plans.ts';
import { paths } from '#web/lib/paths.ts';

/**
 * Where a plan's button leads: to the summary before payment, or for visitors to the sign-up page first. The free plan
 * has nothing to pay, so its button leads users to the market.
 */
export function planLink({ tier, price }: Plan, period: BillingPeriod, isSignedIn: boolean): string {
  if (price === 0) return isSignedIn ? paths.home : paths.signUp;
  if (isSignedIn) return subscribePath({ plan: tier, period });
  return signUpPath({ plan: tier, period });
}

/** The path of the sign-up page that continues to a plan's payment. */
export function signUpPath({ plan, period }: { plan: string; period: BillingPeriod }): string {
  return `${paths.signUp}?plan=${plan}&subscribe=true${periodQuery(period)}`;
}

/** The path of a plan's summary before payment. */
export function subscribePath({ plan, period }: { plan: string; period: BillingPeriod }): string {
  return `${paths.subscribe}?plan=${plan}${periodQuery(period)}`;
}

function periodQuery(period: BillingPeriod): string {
  return period === 'yearly' ? '&period=yearly' : '';
}
