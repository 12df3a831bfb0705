import type Stripe from 'stripe';
import { z } from 'zod';
import type { PaymentEvent } from '../payments/payments.ts';

/** The maximum age of a signature. Stripe signs again when resending an event. */
const toleranceSeconds = 300;

const stripeId = z.string().regex(/^\w{1,255}$/);
const reference = z.union([stripeId, z.object({ id: stripeId }).transform(({ id }) => id)]);
const eventSchema = z.object({
  id: z.string().catch(''),
  type: z.string().catch(''),
  data: z
    .object({
      object: z.object({
        object: z.string().catch(''),
        id: stripeId.nullish().catch(null),
        customer: reference.nullish().catch(null),
        charge: reference.nullish().catch(null),
      }),
    })
    .nullish()
    .catch(null),
});

/** Reads the event of a webhook call. Null if Stripe did not sign it, or not within five minutes of `now`. */
export function readStripeEvent(
  { stripe, secret }: { stripe: Stripe; secret: string },
  body: Buffer,
  signature: string,
  now: number,
): PaymentEvent | null {
  const { id, type, data } = eventSchema.safeParse(verify(stripe, secret, body, signature, now)).data ?? {};
  if (id === undefined || type === undefined) return null;
  const subject = data?.object;
  const customerId = (subject?.object === 'customer' ? subject.id : subject?.customer) ?? null;
  const chargeId = (subject?.object === 'charge' ? subject.id : subject?.charge) ?? null;
  return { id, type, customerId, chargeId };
}

function verify(stripe: Stripe, secret: string, body: Buffer, signature: string, now: number): unknown {
  // The SDK rejects old timestamps but accepts future ones, and picks one of several.
  const times = [...signature.matchAll(/(?:^|,)t=([^,=]*)/g)].map(([, time]) => Number(time));
  if (times.length !== 1 || !(times[0]! <= now / 1000 + toleranceSeconds)) return null;
  try {
    return stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now);
  } catch {
    // The signature is wrong, or the body is not an event.
    return null;
  }
}
