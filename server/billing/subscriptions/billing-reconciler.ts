import { createPolling } from '#server/platform/jobs/polling.ts';
import type { CareStore, LeftCustomer } from './reconciler-store.ts';
import { type FollowDeps, followCustomer } from './subscription-updates.ts';

export interface PaymentCare {
  start(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
  /** Does what is due now. */
  careForDue(): Promise<void>;
}

const pollMs = 5000;
/** Longer than the calls to Stripe can take; then a process that ended in the middle counts as gone. */
const claimMs = 5 * 60_000;
const firstDelayMs = 5000;
const longestDelayMs = 60 * 60_000;

/**
 * What has to be done at Stripe though nobody asks. The customers of deleted accounts are ended, however long Stripe is
 * out of reach: a row is kept until that is done. And who has a subscription is read again after its turn, for events
 * that were lost.
 */
export function createPaymentCare(deps: FollowDeps & { care: CareStore }): PaymentCare {
  const { care, payments, clock, logger } = deps;
  const polling = createPolling({
    everyMs: pollMs,
    work: careForDue,
    failure: 'subscriptions could not be looked after',
    logger,
  });

  async function end({ id, tries }: LeftCustomer): Promise<void> {
    try {
      await payments.endCustomer(id);
      await care.remove(id);
      logger.info({ customer: id }, 'the customer of a deleted account has ended at Stripe');
    } catch (error) {
      logger.warn(
        { err: error, customer: id, tries },
        'the customer of a deleted account could not be ended',
      );
      const delay = Math.min(firstDelayMs * 2 ** Math.min(tries - 1, 20), longestDelayMs);
      await care.postponeLeft(id, clock.now() + delay);
    }
  }

  async function careForDue(): Promise<void> {
    while (!polling.isStopped()) {
      const left = await care.claimLeft(clock.now(), claimMs);
      if (!left) break;
      await end(left);
    }
    while (!polling.isStopped()) {
      const id = await care.claimCheck(clock.now(), claimMs);
      if (id === undefined) return;
      await followCustomer(deps, id);
    }
  }

  return {
    careForDue,
    start: polling.start,
    stop: polling.stop,
  };
}
