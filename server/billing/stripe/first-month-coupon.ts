import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Clock } from '#server/platform/clock.ts';
import { callStripe, unlessMissing } from './client.ts';

/** The coupon behind "50% off the first month". */
export interface FirstMonthCoupon {
  /** Its id, where it is what the offer says: half of the price, once. Throws what a call to Stripe throws. */
  find(): Promise<string | undefined>;
  /** Whether the offer can be made: asked at Stripe at most each ten minutes, and no where it does not answer soon. */
  isGood(): Promise<boolean>;
}

const rememberMs = 10 * 60_000;
const failureMs = 60_000;
/** A page does not wait longer for an offer. */
const patienceMs = 2000;

/** `id`: what is configured; undefined: there is no such offer. */
export function createFirstMonthCoupon(deps: {
  stripe: Stripe;
  logger: Pick<Logger, 'warn'>;
  clock: Clock;
  id: string | undefined;
}): FirstMonthCoupon {
  const { stripe, logger, clock, id } = deps;
  let known: { isGood: Promise<boolean>; untilMs: number } | undefined;

  function remember(isGood: Promise<boolean>, ms: number): Promise<boolean> {
    known = { isGood, untilMs: clock.now() + ms };
    return isGood;
  }

  async function find(): Promise<string | undefined> {
    if (id === undefined) return undefined;
    const coupon = await unlessMissing(() => stripe.coupons.retrieve(id));
    const isGood = Boolean(coupon?.valid && coupon.percent_off === 50 && coupon.duration === 'once');
    void remember(Promise.resolve(isGood), rememberMs);
    if (isGood) return id;
    logger.warn(
      { coupon: id },
      'STRIPE_FIRST_MONTH_COUPON is not a valid coupon of 50% off once: neither offered nor sold with it',
    );
    return undefined;
  }

  function ask(): Promise<boolean> {
    const asked = callStripe(logger, find).then(
      (found) => found !== undefined,
      () => false,
    );
    return remember(asked, failureMs);
  }

  return {
    find,
    async isGood() {
      if (id === undefined) return false;
      const isGood = known && clock.now() < known.untilMs ? known.isGood : ask();
      return Promise.race([isGood, wait(patienceMs, false, { ref: false })]);
    },
  };
}
