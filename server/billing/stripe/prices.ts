import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { billingPeriods, centsOf, currency, getPlan, paidTiers } from '#contract/plans.ts';
import type { Offer } from '../payments/payments.ts';
import { productIdOf } from './subscription.ts';

/** Returns the Stripe id of an offer's price. */
export type GetPriceId = (offer: Offer) => string;

const offers: readonly Offer[] = paidTiers.flatMap((tier) =>
  billingPeriods.map((period) => ({ tier, period })),
);
const intervalOf = { monthly: 'month', yearly: 'year' } as const;
/** Identifies the one price at which an offer is sold. */
const lookupKeyOf = ({ tier, period }: Offer) => `${productIdOf(tier)}_${period}`;

export interface PriceDeps {
  readonly stripe: Stripe;
  readonly logger: Pick<Logger, 'warn'>;
  /** Part of the names of the products, which customers see on Stripe's pages. */
  readonly siteName: string;
}

/**
 * Returns the prices of all offers, exactly as in the plan table, creating those missing at Stripe. A price that
 * differs from the table is replaced; existing subscriptions keep it.
 */
export async function ensurePrices(deps: PriceDeps): Promise<GetPriceId> {
  const { stripe, logger } = deps;
  const { data } = await stripe.prices.list({
    lookup_keys: offers.map(lookupKeyOf),
    active: true,
    limit: 100,
  });
  const found = new Map<string, string>();
  for (const offer of offers) {
    const key = lookupKeyOf(offer);
    const price = data.find(({ lookup_key }) => lookup_key === key);
    if (price && !isPriceOf(price, offer)) {
      logger.warn(
        { price: price.id, offer: key },
        'a price at Stripe differs from the plan table: it is replaced',
      );
    }
    found.set(key, price && isPriceOf(price, offer) ? price.id : await addPrice(deps, offer));
  }
  return (offer) => found.get(lookupKeyOf(offer))!;
}

function isPriceOf(price: Stripe.Price, offer: Offer): boolean {
  const { recurring, product } = price;
  return (
    price.unit_amount === centsOf(getPlan(offer.tier), offer.period) &&
    price.currency === currency.toLowerCase() &&
    price.billing_scheme === 'per_unit' &&
    recurring?.interval === intervalOf[offer.period] &&
    recurring.interval_count === 1 &&
    recurring.usage_type === 'licensed' &&
    (typeof product === 'string' ? product : product.id) === productIdOf(offer.tier)
  );
}

async function addPrice(deps: PriceDeps, offer: Offer): Promise<string> {
  await ensureProduct(deps, offer);
  const { id } = await deps.stripe.prices.create({
    product: productIdOf(offer.tier),
    currency: currency.toLowerCase(),
    unit_amount: centsOf(getPlan(offer.tier), offer.period),
    recurring: { interval: intervalOf[offer.period] },
    lookup_key: lookupKeyOf(offer),
    transfer_lookup_key: true,
  });
  return id;
}

async function ensureProduct({ stripe, siteName }: PriceDeps, { tier }: Offer): Promise<void> {
  const { name, description } = getPlan(tier);
  const id = productIdOf(tier);
  await stripe.products
    .create({ id, name: `${siteName} ${name}`, description })
    .catch((error: { code?: unknown }) => {
      if (error.code !== 'resource_already_exists') throw error;
    });
}
