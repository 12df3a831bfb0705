import type Stripe from 'stripe';
import type { Instant } from '#contract/units.ts';
import type { ReturnedPayment } from '../payments/payments.ts';
import { unlessMissing } from './client.ts';

/**
 * Finds the subscription that a charge paid for, if the charge was refunded in full or lost in a dispute. Null if not, or
 * if its period is over, so that refunding an earlier month ends nothing.
 */
export async function findReturnedPayment(
  stripe: Stripe,
  chargeId: string,
  now: Instant,
): Promise<ReturnedPayment | null> {
  const charge = await unlessMissing(() => stripe.charges.retrieve(chargeId));
  const [customerId, paymentIntent] = [idOf(charge?.customer), idOf(charge?.payment_intent)];
  if (!charge || customerId === null || paymentIntent === null) return null;
  if (!charge.refunded && !(charge.disputed && (await isDisputeLost(stripe, chargeId)))) return null;
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    expand: ['data.invoice'],
    limit: 100,
  });
  for (const { invoice } of payments.data) {
    if (typeof invoice === 'string' || invoice.deleted || !isForPeriodOf(invoice, now)) continue;
    const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
    if (subscriptionId !== null) return { customerId, subscriptionId };
  }
  return null;
}

async function isDisputeLost(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: 100 });
  return data.some(({ status }) => status === 'lost');
}

/** Whether it pays for a period that is not over. An invoice for a change of plan only does not count. */
function isForPeriodOf({ lines }: Stripe.Invoice, now: Instant): boolean {
  return lines.data.some(
    ({ period, parent }) => period.end * 1000 > now && parent?.subscription_item_details?.proration === false,
  );
}

const idOf = (reference: string | { readonly id?: string } | null | undefined): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) ?? null;
