import type { Generated } from 'kysely';
import type { BillingPeriod, PaidTier } from '#contract/plans.ts';

/** Who pays, or was about to, by the id at Stripe. */
export interface StripeCustomerTable {
  id: string;
  /** Null once the account is deleted: then the customer has to end at Stripe too. */
  user_id: string | null;
  created_at: number;
  /** When a payment page was last opened. */
  checkout_at: number | null;
  /** When a subscription was first seen. */
  subscribed_at: number | null;
  /** How many readings of Stripe were begun. */
  readings: Generated<number>;
  /** Which of them is kept: the latest begun of those that ended. */
  kept_reading: Generated<number>;
  /** When Stripe is to be asked again though no event came; null: no need. */
  check_at: number | null;
  /** When to try again to end the customer of a deleted account. */
  close_at: Generated<number>;
  close_tries: Generated<number>;
}

/** The subscription of a customer, as Stripe last told it. */
export interface SubscriptionTable {
  customer_id: string;
  subscription_id: string;
  tier: PaidTier;
  period: BillingPeriod;
  status: 'active' | 'past_due' | 'unpaid';
  /** When the time that is paid for ends. */
  paid_until: number;
  /** When it ends for good, where it was cancelled; else null. */
  ends_at: number | null;
}
