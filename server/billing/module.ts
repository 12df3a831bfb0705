import { randomUUID } from 'node:crypto';
import type { Tier } from '#contract/plans.ts';
import type { Config } from '#server/config/config.ts';
import type { AppError } from '#server/platform/http/app-error.ts';
import { createPeriodicJob } from '#server/platform/jobs/periodic-job.ts';
import type { Module } from '#server/platform/module.ts';
import type { SharedParts } from '#server/platform/shared-parts.ts';
import { createHistoryGuard } from './history-guard.ts';
import { registerPaymentRoutes } from './payments/routes.ts';
import { createPaymentService } from './payments/service.ts';
import { registerPlanRoutes } from './plan-routes.ts';
import { refuseFeature } from './service.ts';
import { createStripePayments } from './stripe/payments.ts';
import { registerWebhookRoutes } from './stripe/webhook-routes.ts';
import { type BillingReconciler, createBillingReconciler } from './subscriptions/billing-reconciler.ts';
import { createCustomerStore } from './subscriptions/customer-store.ts';
import { createFirstMonthPayerStore } from './subscriptions/first-month-payer-store.ts';
import { createReconcilerStore } from './subscriptions/reconciler-store.ts';

export interface BillingModule extends Module {
  /** The refusal if a tier has no API access, otherwise undefined. */
  refuseApi(tier: Tier): AppError | undefined;
  readonly createHistoryGuard: typeof createHistoryGuard;
  /** Keeps subscriptions in step with Stripe; undefined without Stripe keys. */
  readonly reconciler: BillingReconciler | undefined;
}

const sweepEveryMs = 24 * 60 * 60_000;

/** Plans, and payments through Stripe if it is configured. */
export function createBillingModule(
  deps: Pick<
    SharedParts,
    | 'database'
    | 'lease'
    | 'holder'
    | 'limiter'
    | 'clock'
    | 'logger'
    | 'publicUrl'
    | 'secret'
    | 'previousSecret'
  > & { readonly config: Pick<Config, 'site' | 'stripe'> },
): BillingModule {
  const { config, database: db, clock, logger } = deps;
  const customers = createCustomerStore(db);
  const payerStore = createFirstMonthPayerStore(db, deps);
  const payers = config.stripe?.firstMonthCoupon === undefined ? undefined : payerStore;
  const customerDeps = config.stripe && {
    db,
    payments: createStripePayments({ config: config.stripe, clock, logger, siteName: config.site.name }),
    customers,
    payers,
    clock,
    logger,
  };
  const payment = createPaymentService({
    ...deps,
    db,
    customers,
    payments: customerDeps?.payments,
    payers,
    createHolder: randomUUID,
  });
  const reconciler =
    customerDeps && createBillingReconciler({ ...customerDeps, store: createReconcilerStore(db) });
  const sweep = createPeriodicJob({
    ...deps,
    name: 'first-month-payer-sweep',
    everyMs: sweepEveryMs,
    run: () => payerStore.sweep(clock.now()),
  });
  return {
    refuseApi: (tier) => refuseFeature(tier, 'apiAccess'),
    createHistoryGuard,
    reconciler,
    jobs: reconciler ? [reconciler, sweep] : [sweep],
    exporters: { billing: payment.exportBilling },
    async registerRoutes(app, { sessionGate }) {
      registerPlanRoutes(app);
      registerPaymentRoutes(app, { payment, gate: sessionGate });
      await registerWebhookRoutes(app, { customers: customerDeps });
    },
  };
}
