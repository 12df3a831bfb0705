import type { BillingPeriod, PaidTier } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';

/** A plan for sale, with its billing period. */
export interface Offer {
  readonly tier: PaidTier;
  readonly period: BillingPeriod;
}

/** A subscription as the payment provider describes it. */
export interface PaidSubscription extends Offer {
  readonly id: string;
  /** The provider's id of the plan's line within the subscription. */
  readonly itemId: string;
  /** `past_due`: a payment failed and is being retried; `unpaid`: it failed for good. */
  readonly status: 'active' | 'past_due' | 'unpaid';
  readonly paidUntil: Instant;
  /** When it ends, once cancelled; null if it renews. */
  readonly endsAt: Instant | null;
}

/** A customer as the payment provider describes it. */
export interface Customer {
  readonly email: string | null;
  /** All subscriptions that have not ended. */
  readonly subscriptions: readonly PaidSubscription[];
}

/** Where the provider's pages return to. */
export interface ReturnUrls {
  readonly done: string;
  readonly cancelled: string;
}

/** An event signed by the provider. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** The customer it is about; null if none. */
  readonly customerId: string | null;
  /** The payment it is about; null if none. */
  readonly chargeId: string | null;
}

/** A payment for a subscription's current period that the customer got back. */
export interface ReturnedPayment {
  readonly customerId: string;
  readonly subscriptionId: string;
}

/**
 * The payment provider. A failing call throws the `AppError` `payments_unavailable`, except for `readEvent` and
 * `hasFirstMonthOffer`, which never do.
 */
export interface Payments {
  addCustomer(user: { id: string; email: string }): Promise<string>;
  updateEmail(customerId: string, email: string): Promise<void>;
  /** Null if the provider has no such customer (any more). */
  findCustomer(customerId: string): Promise<Customer | null>;
  /** Closes the customer's open payment pages. Does nothing if the customer no longer exists. */
  closeCheckouts(customerId: string): Promise<void>;
  /** Whether the first month is half price for new subscribers. False if that can't be determined. */
  hasFirstMonthOffer(): Promise<boolean>;
  /**
   * The URL of a page where the offer is bought. `isFirst`: as far as is known, this person has never subscribed.
   */
  openCheckout(
    customerId: string,
    offer: Offer & { readonly isFirst: boolean },
    urls: ReturnUrls,
  ): Promise<string>;
  /** The URL of a page where a change of the subscription to the offer is confirmed. */
  openPlanChange(
    customerId: string,
    subscription: PaidSubscription,
    offer: Offer,
    urls: ReturnUrls,
  ): Promise<string>;
  /** The URL of the customer portal: card, invoices, changing and cancelling the plan. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Null unless the payment was refunded in full, or lost in a dispute, and was for a period that is not over. */
  findReturnedPayment(chargeId: string): Promise<ReturnedPayment | null>;
  /** Ends a subscription immediately. Does nothing if it has ended. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Ends every subscription immediately and deletes the customer. Does nothing if the customer no longer exists. */
  endCustomer(customerId: string): Promise<void>;
  /** Reads the event of a webhook call. Null if the provider did not sign it, or not recently. */
  readEvent(body: Buffer, signature: string, now: Instant): PaymentEvent | null;
}
