import type { BillingPeriod, Plan } from '#contract/plans.ts';
import { paths } from '#web/lib/paths.ts';

/**
 * The path of a plan's button: to the payment, for visitors by way of the sign-up page. The free plan's leads to the
 * market.
 */
export function planLink({ tier, price }: Plan, period: BillingPeriod, isSignedIn: boolean): string {
  if (price === 0) return isSignedIn ? paths.home : paths.signUp;
  if (isSignedIn) return subscribePath({ plan: tier, period });
  return signUpPath({ plan: tier, period });
}

/** The sign-up page that continues to a plan's payment. */
export function signUpPath({ plan, period }: { plan: string; period: BillingPeriod }): string {
  return `${paths.signUp}?plan=${plan}&subscribe=true${andPeriod(period)}`;
}

/** The summary of a plan before payment. */
export function subscribePath({ plan, period }: { plan: string; period: BillingPeriod }): string {
  return `${paths.subscribe}?plan=${plan}${andPeriod(period)}`;
}

function andPeriod(period: BillingPeriod): string {
  return period === 'yearly' ? '&period=yearly' : '';
}
