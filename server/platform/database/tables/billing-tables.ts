import type { Generated } from 'kysely';
import type { BillingPeriod, PaidTier } from '#contract/plans.ts';

/** A user who pays, or began to, by the customer's id at Stripe. */
export interface StripeCustomerTable {
  id: string;
  /** Null once the account is deleted: then the customer must be deleted at Stripe too. */
  user_id: string | null;
  created_at: number;
  /** When a payment page was last opened. */
  checkout_at: number | null;
  /** When a subscription was first seen. */
  subscribed_at: number | null;
  /** How many times reading the customer from Stripe was begun. */
  readings: Generated<number>;
  /** The reading that is stored: of those that ended, the one begun last. */
  kept_reading: Generated<number>;
  /** When to read it from Stripe again even without an event; null: no need. */
  check_at: number | null;
  /** When to try again to delete the customer of a deleted account. */
  close_at: Generated<number>;
  close_tries: Generated<number>;
}

/** The subscription of a customer, as last read from Stripe. */
export interface SubscriptionTable {
  customer_id: string;
  subscription_id: string;
  tier: PaidTier;
  period: BillingPeriod;
  status: 'active' | 'past_due' | 'unpaid';
  /** The end of the paid period. */
  paid_until: number;
  /** When it ends, if it was cancelled; else null. */
  ends_at: number | null;
}
