import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Clock } from '#server/platform/clock.ts';
import { callStripe, unlessMissing } from './client.ts';

/** The coupon behind "50% off the first month". */
export interface FirstMonthCoupon {
  /** Its id if it matches the offer: 50% off, once. Throws like a call to Stripe. */
  find(): Promise<string | undefined>;
  /** Whether it matches the offer. Asks Stripe at most every ten minutes; false if Stripe doesn't answer soon. */
  isValid(): Promise<boolean>;
}

/** How long an answer of Stripe is cached. */
const rememberMs = 10 * 60_000;
/** How long a failure is cached. */
const failureMs = 60_000;
/** How long a page waits for the offer. */
const maxWaitMs = 2000;

/** `id`: from the configuration; undefined if there is no such offer. */
export function createFirstMonthCoupon(deps: {
  stripe: Stripe;
  logger: Pick<Logger, 'warn'>;
  clock: Clock;
  id: string | undefined;
}): FirstMonthCoupon {
  const { stripe, logger, clock, id } = deps;
  let known: { isValid: Promise<boolean>; until: number } | undefined;

  function remember(isValid: Promise<boolean>, ms: number): Promise<boolean> {
    known = { isValid, until: clock.now() + ms };
    return isValid;
  }

  async function find(): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const coupon = await unlessMissing(() => stripe.coupons.retrieve(id));
    const isValid = Boolean(coupon?.valid && coupon.percent_off === 50 && coupon.duration === 'once');
    void remember(Promise.resolve(isValid), rememberMs);
    if (isValid) return id;
    logger.warn(
      { coupon: id },
      'STRIPE_FIRST_MONTH_COUPON is not a valid coupon for 50% off once: it is neither offered nor applied',
    );
    return undefined;
  }

  function ask(): Promise<boolean> {
    const answer = callStripe(logger, find).then(
      (found) => found !== undefined,
      () => false,
    );
    return remember(answer, failureMs);
  }

  return {
    find,
    async isValid() {
      if (id === undefined) return false;
      const isValid = known && clock.now() < known.until ? known.isValid : ask();
      return Promise.race([isValid, wait(maxWaitMs, false, { ref: false })]);
    },
  };
}
