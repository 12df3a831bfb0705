import { z } from 'zod';
import { billingPeriods, paidTiers } from './plans.ts';

/*
 * Paying for a plan. Cards are entered at Stripe and nowhere else; we keep which plan is paid, and until when.
 */

/** Body of `POST /api/billing/checkout`. */
export const checkoutSchema = z.strictObject({
  plan: z.enum(paidTiers, 'Invalid subscription plan selected'),
  period: z.enum(billingPeriods, 'Must be monthly or yearly').default('monthly'),
});
export type Checkout = z.infer<typeof checkoutSchema>;

/** A page of Stripe's to go to. */
export const paymentPageSchema = z.object({ url: z.string() });

/** A subscription: the plan that is paid for, how, and until when. */
const subscriptionSchema = z.object({
  plan: z.enum(paidTiers),
  period: z.enum(billingPeriods),
  /** `past_due`: a payment failed and is tried again, the plan goes on; `unpaid`: it failed for good, the plan rests. */
  status: z.enum(['active', 'past_due', 'unpaid']),
  /** Until when it is paid; then it renews, unless it ends. */
  paidUntil: z.string(),
  /** When it ends, where it was cancelled. */
  endsAt: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

/** Answer of `GET /api/billing` and `POST /api/billing/refresh`. */
export const billingSchema = z.object({
  /** Whether plans can be paid for here. */
  isConfigured: z.boolean(),
  /** Whether the first month of a monthly plan costs half. */
  hasFirstMonthOffer: z.boolean(),
  /** Whether Stripe has pages for this account: its invoices and its card. */
  canManage: z.boolean(),
  subscription: subscriptionSchema.nullable(),
});
export type Billing = z.infer<typeof billingSchema>;
