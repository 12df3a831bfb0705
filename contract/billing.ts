import { z } from 'zod';
import { billingPeriods, paidTiers } from './plans.ts';

/*
 * Payment for plans. Card details are entered only at Stripe; we store which plan is paid for, and until when.
 */

/** Body of `POST /api/billing/checkout`. */
export const checkoutSchema = z.strictObject({
  plan: z.enum(paidTiers, 'Invalid subscription plan selected'),
  period: z.enum(billingPeriods, 'Must be monthly or yearly').default('monthly'),
});
export type Checkout = z.infer<typeof checkoutSchema>;

/** The Stripe page to redirect to. */
export const paymentPageSchema = z.object({ url: z.string() });

/** The paid plan, its billing period, and its end. */
const subscriptionSchema = z.object({
  plan: z.enum(paidTiers),
  period: z.enum(billingPeriods),
  /**
   * `past_due`: a payment failed and is being retried; the plan stays. `unpaid`: it failed for good; the plan is
   * suspended.
   */
  status: z.enum(['active', 'past_due', 'unpaid']),
  /** The end of the paid period. It renews then, unless cancelled. */
  paidUntil: z.string(),
  /** When it ends, if cancelled. */
  endsAt: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Answer of `GET /api/billing` and `POST /api/billing/refresh`. */
export const billingSchema = z.object({
  /** Whether payments are set up on this server. */
  isConfigured: z.boolean(),
  /** Whether the first month of a monthly plan is half price. */
  hasFirstMonthOffer: z.boolean(),
  /** Whether Stripe has a portal for this account, with invoices and payment methods. */
  canManage: z.boolean(),
  subscription: subscriptionSchema.nullable(),
});
export type Billing = z.infer<typeof billingSchema>;
