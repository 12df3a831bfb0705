import type { Generated } from 'kysely';
import type { BillingPeriod, PaidTier } from '#contract/plans.ts';

/** A user who pays or started to, by their customer id at Stripe. */
export interface StripeCustomerTable {
  id: string;
  /** Null once the account is deleted; the customer must then be deleted at Stripe too. */
  user_id: string | null;
  created_at: number;
  /** When a payment page was last opened. */
  checkout_at: number | null;
  /** When a subscription was first seen. */
  subscribed_at: number | null;
  /** How many readings of the customer from Stripe were started. */
  readings: Generated<number>;
  /** The stored reading: of the finished ones, the one started last. */
  kept_reading: Generated<number>;
  /** When to read it from Stripe again even without an event; null if not needed. */
  check_at: number | null;
  /** When to retry deleting the customer of a deleted account. */
  close_at: Generated<number>;
  close_tries: Generated<number>;
}

/** A customer's subscription, as last read from Stripe. */
export interface SubscriptionTable {
  customer_id: string;
  subscription_id: string;
  tier: PaidTier;
  period: BillingPeriod;
  status: 'active' | 'past_due' | 'unpaid';
  /** The end of the paid period. */
  paid_until: number;
  /** When a cancelled subscription ends; otherwise null. */
  ends_at: number | null;
}

/** An address whose account has had a subscription. */
export interface FirstMonthPayerTable {
  /** A keyed hash. */
  address_hash: string;
  /** When a subscription of the account was last read from Stripe. */
  seen_at: number;
}
