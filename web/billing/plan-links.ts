import type { BillingPeriod, Plan } from '#contract/plans.ts';
import { paths } from '../lib/paths.ts';

/** Where the button of a plan leads: to the payment, over the sign-up page for a visitor; the free one to the market. */
export function planLink({ tier, price }: Plan, period: BillingPeriod, isSignedIn: boolean): string {
  if (price === 0) return isSignedIn ? paths.home : paths.signUp;
  const yearly = period === 'yearly' ? '&period=yearly' : '';
  return isSignedIn
    ? `${paths.subscribe}?plan=${tier}${yearly}`
    : `${paths.signUp}?plan=${tier}&subscribe=true${yearly}`;
}
