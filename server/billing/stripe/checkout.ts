import type Stripe from 'stripe';
import type { Offer, ReturnUrls } from '../payments/payments.ts';
import { unlessMissing } from './client.ts';
import type { FirstMonthCoupon } from './first-month-coupon.ts';
import { ensurePrices, type PriceDeps } from './prices.ts';

interface CheckoutDeps extends PriceDeps {
  readonly firstMonth: FirstMonthCoupon;
}

/** Opens the page where a customer buys an offer. */
export async function openCheckout(
  deps: CheckoutDeps,
  customer: string,
  offer: Offer & { readonly isFirst: boolean },
  { done, cancelled }: ReturnUrls,
): Promise<string> {
  const { stripe } = deps;
  const getPriceId = await ensurePrices(deps);
  const isEligible = offer.isFirst && offer.period === 'monthly';
  const coupon = isEligible ? await findCoupon(deps, customer) : undefined;
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: getPriceId(offer), quantity: 1 }],
    success_url: done,
    cancel_url: cancelled,
    ...(coupon !== undefined && { discounts: [{ coupon }] }),
  });
  if (!session.url) throw new Error('Stripe opened a checkout without an address');
  return session.url;
}

/** Closes the customer's open payment pages. Throws if one is being paid right now. */
export async function closeOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const open = await unlessMissing(() =>
    stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }),
  );
  await Promise.all((open?.data ?? []).map(({ id }) => stripe.checkout.sessions.expire(id)));
}

/** The coupon for customers who never subscribed. */
async function findCoupon(
  { stripe, firstMonth }: CheckoutDeps,
  customer: string,
): Promise<string | undefined> {
  const before = await stripe.subscriptions.list({ customer, status: 'all', limit: 1 });
  return before.data.length > 0 ? undefined : firstMonth.find();
}
