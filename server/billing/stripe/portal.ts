import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { billingPeriods, paidTiers } from '#contract/plans.ts';
import type { GetPriceId } from './prices.ts';
import { productIdOf } from './subscription.ts';

/** Distinguishes our configuration from the operator's. Increase it whenever `featuresWith` changes. */
const revision = 1;
const mark = 'altimeter';

/**
 * Returns the configuration of the customer portal: card, invoices, changing the plan, cancelling it at the end of the
 * paid period. Stripe needs one to open the portal, so it is created if missing.
 */
export async function ensurePortal(stripe: Stripe, getPriceId: GetPriceId): Promise<string> {
  const products = paidTiers.map((tier) => ({
    product: productIdOf(tier),
    prices: billingPeriods.map((period) => getPriceId({ tier, period })),
  }));
  const key = createHash('sha256')
    .update(JSON.stringify([revision, products]))
    .digest('hex')
    .slice(0, 32);
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.[mark] === key);
  if (known) return known.id;
  const made = await stripe.billingPortal.configurations.create({
    features: featuresWith(products),
    metadata: { [mark]: key },
  });
  return made.id;
}

function featuresWith(
  products: { product: string; prices: string[] }[],
): Stripe.BillingPortal.ConfigurationCreateParams.Features {
  return {
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
    customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      products,
    },
  };
}
