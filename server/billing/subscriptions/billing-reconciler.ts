import { createPolling } from '#server/platform/jobs/polling.ts';
import { type CustomerDeps, refreshCustomer } from './customer-service.ts';
import type { AbandonedCustomer, ReconcilerStore } from './reconciler-store.ts';

/** The background work that keeps this server and Stripe in step. */
export interface BillingReconciler {
  start(): void;
  /** Resolves when the current work has ended. */
  stop(): Promise<void>;
  /** Does the work that is due now. */
  runDue(): Promise<void>;
}

const pollMs = 5000;
/** Longer than the calls to Stripe can take; after it the claiming process counts as dead. */
const claimMs = 5 * 60_000;
const firstDelayMs = 5000;
const maxDelayMs = 60 * 60_000;

/**
 * Does the work at Stripe that no request triggers: deletes the customers of deleted accounts, keeping their rows until
 * Stripe has confirmed, and reads subscriptions again when due, in case events were lost.
 */
export function createBillingReconciler(deps: CustomerDeps & { store: ReconcilerStore }): BillingReconciler {
  const { store, payments, clock, logger } = deps;
  const polling = createPolling({
    everyMs: pollMs,
    work: runDue,
    failure: 'subscriptions could not be reconciled',
    logger,
  });

  async function end({ id, tries }: AbandonedCustomer): Promise<void> {
    try {
      await payments.endCustomer(id);
      await store.remove(id);
      logger.info({ customer: id }, 'the customer of a deleted account was deleted at Stripe');
    } catch (error) {
      logger.warn(
        { err: error, customer: id, tries },
        'the customer of a deleted account could not be deleted at Stripe',
      );
      const delay = Math.min(firstDelayMs * 2 ** Math.min(tries - 1, 20), maxDelayMs);
      await store.postponeAbandoned(id, clock.now() + delay);
    }
  }

  async function runDue(): Promise<void> {
    while (!polling.isStopped()) {
      const abandoned = await store.claimAbandoned(clock.now(), claimMs);
      if (!abandoned) break;
      await end(abandoned);
    }
    while (!polling.isStopped()) {
      const id = await store.claimCheck(clock.now(), claimMs);
      if (id === undefined) return;
      await refreshCustomer(deps, id);
    }
  }

  return {
    runDue,
    start: polling.start,
    stop: polling.stop,
  };
}
