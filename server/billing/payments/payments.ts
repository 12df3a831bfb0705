import type { BillingPeriod, PaidTier } from '#contract/plans.ts';

/** A plan and how often it is paid: what is for sale. */
export interface Offer {
  readonly tier: PaidTier;
  readonly period: BillingPeriod;
}

/** A subscription as the payment provider tells it. Instants in milliseconds. */
export interface PaidSubscription extends Offer {
  readonly id: string;
  /** What the provider calls the line of the subscription that is the plan. */
  readonly itemId: string;
  /** `past_due`: a payment failed and is tried again; `unpaid`: it failed for good. */
  readonly status: 'active' | 'past_due' | 'unpaid';
  readonly paidUntil: number;
  /** When it ends, where it was cancelled; else null. */
  readonly endsAt: number | null;
}

export interface Customer {
  readonly email: string | null;
  /** All that are not over. */
  readonly subscriptions: readonly PaidSubscription[];
}

/** Where somebody comes back to from a page of the provider's. */
export interface ReturnUrls {
  readonly done: string;
  readonly cancelled: string;
}

/** An event that the provider has signed. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** Whom it is about; null: no customer. */
  readonly customerId: string | null;
}

/** The payment provider. Every call but `readEvent` and `hasFirstMonthOffer` throws the `AppError` `payments_unavailable` where it fails. */
export interface Payments {
  addCustomer(user: { id: string; email: string }): Promise<string>;
  updateEmail(customerId: string, email: string): Promise<void>;
  /** Null: the provider has no such customer, or no longer. */
  findCustomer(customerId: string): Promise<Customer | null>;
  /** Closes every page that sells something to the customer and is still open. One who is gone is no error. */
  closeCheckouts(customerId: string): Promise<void>;
  /** Whether the first month is half the price for who never subscribed. No where that cannot be known. */
  hasFirstMonthOffer(): Promise<boolean>;
  /** The address of a page that sells the offer. */
  openCheckout(customerId: string, offer: Offer, urls: ReturnUrls): Promise<string>;
  /** The address of a page that changes the subscription to the offer, once it is confirmed there. */
  openPlanChange(
    customerId: string,
    subscription: PaidSubscription,
    offer: Offer,
    urls: ReturnUrls,
  ): Promise<string>;
  /** The address of the customer's pages: card, invoices, changing and cancelling the plan. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Ends every subscription at once and forgets the customer. One who is gone already is no error. */
  endCustomer(customerId: string): Promise<void>;
  /** The event of a webhook call. Null: the provider did not sign it, or not lately. */
  readEvent(body: Buffer, signature: string, nowMs: number): PaymentEvent | null;
}
