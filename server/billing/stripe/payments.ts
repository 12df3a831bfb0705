import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Clock } from '#server/platform/clock.ts';
import type { Customer, Payments } from '../payments/payments.ts';
import { closeOpenCheckouts, openCheckout } from './checkout.ts';
import { callStripe, createStripeClient, type StripeConfig, unlessMissing } from './client.ts';
import { createFirstMonthCoupon } from './first-month-coupon.ts';
import { ensurePortal } from './portal.ts';
import { ensurePrices } from './prices.ts';
import { readStripeEvent } from './read-stripe-event.ts';
import { findReturnedPayment } from './returned-payment.ts';
import { describeSubscription } from './subscription.ts';

/** Stripe as the payment provider, through the official SDK. */
export function createStripePayments(deps: {
  config: StripeConfig;
  clock: Clock;
  logger: Pick<Logger, 'warn' | 'info'>;
  siteName: string;
}): Payments {
  const { config, clock, logger } = deps;
  const stripe = createStripeClient(config);
  const firstMonth = createFirstMonthCoupon({ ...deps, stripe, id: config.firstMonthCoupon });
  const pricing = { ...deps, stripe };
  const call = <T>(work: () => Promise<T>) => callStripe(logger, work);
  return {
    addCustomer: ({ id, email }) =>
      call(async () => (await stripe.customers.create({ email, metadata: { altimeter_user: id } })).id),

    updateEmail: (customerId, email) =>
      call(async () => void (await stripe.customers.update(customerId, { email }))),

    findCustomer: (customerId) => call(() => findCustomer(stripe, customerId, logger)),

    closeCheckouts: (customerId) => call(() => closeOpenCheckouts(stripe, customerId)),

    hasFirstMonthOffer: firstMonth.isValid,

    openCheckout: (customerId, offer, urls) =>
      call(() => openCheckout({ ...pricing, firstMonth }, customerId, offer, urls)),

    openPlanChange: (customer, subscription, offer, { done, cancelled }) =>
      call(async () => {
        const getPriceId = await ensurePrices(pricing);
        const { url } = await stripe.billingPortal.sessions.create({
          customer,
          configuration: await ensurePortal(stripe, getPriceId),
          return_url: cancelled,
          flow_data: {
            type: 'subscription_update_confirm',
            subscription_update_confirm: {
              subscription: subscription.id,
              items: [{ id: subscription.itemId, price: getPriceId(offer), quantity: 1 }],
            },
            after_completion: { type: 'redirect', redirect: { return_url: done } },
          },
        });
        return url;
      }),

    openPortal: (customer, returnUrl) =>
      call(async () => {
        const configuration = await ensurePortal(stripe, await ensurePrices(pricing));
        const { url } = await stripe.billingPortal.sessions.create({
          customer,
          configuration,
          return_url: returnUrl,
        });
        return url;
      }),

    findReturnedPayment: (chargeId) => call(() => findReturnedPayment(stripe, chargeId, clock.now())),

    endSubscription: (id) =>
      call(async () => void (await unlessMissing(() => stripe.subscriptions.cancel(id)))),

    endCustomer: (customerId) =>
      call(async () => {
        await closeOpenCheckouts(stripe, customerId);
        // Deleting the customer ends all subscriptions immediately.
        await unlessMissing(() => stripe.customers.del(customerId));
      }),

    readEvent: (body, signature, now) =>
      readStripeEvent({ stripe, secret: config.webhookSecret }, body, signature, now),
  };
}

async function findCustomer(
  stripe: Stripe,
  id: string,
  logger: Pick<Logger, 'warn'>,
): Promise<Customer | null> {
  const customer = await unlessMissing(() => stripe.customers.retrieve(id, { expand: ['subscriptions'] }));
  if (customer === null || customer.deleted) return null;
  const subscriptions = [];
  for (const one of customer.subscriptions?.data ?? []) {
    const known = describeSubscription(one);
    if (known) subscriptions.push(known);
    else if (one.status === 'active')
      logger.warn(
        { subscription: one.id },
        'a subscription at Stripe is for a product that is not sold here',
      );
  }
  return { email: customer.email, subscriptions };
}
