import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { registerPaymentRoutes } from '#server/billing/payments/routes.ts';
import { createPaymentService } from '#server/billing/payments/service.ts';
import { createStripePayments } from '#server/billing/stripe/payments.ts';
import { createBillingReconciler } from '#server/billing/subscriptions/billing-reconciler.ts';
import type { CustomerDeps } from '#server/billing/subscriptions/customer-service.ts';
import { createCustomerStore } from '#server/billing/subscriptions/customer-store.ts';
import { createReconcilerStore } from '#server/billing/subscriptions/reconciler-store.ts';
import { registerWebhookRoutes } from '#server/billing/subscriptions/webhook-routes.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { createDatabaseLease } from '#server/platform/jobs/lease.ts';
import { deriveKey } from '#server/platform/keys.ts';
import { createRateLimiter, unlimited } from '#server/platform/limits/rate-limit.ts';
import { registerPlanRoutes } from './billing/routes.ts';
import type { Clock } from './platform/clock.ts';

interface BillingDeps {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** Plans and paying for them, composed over the database and Stripe. */
export function createBilling(deps: BillingDeps & { secret: string; publicUrl: () => string }) {
  const { config, database, clock, secret, publicUrl } = deps;
  const customerDeps = createCustomerDeps(deps);
  const payment = createPaymentService({
    ...deps,
    db: database,
    customers: createCustomerStore(database),
    payments: customerDeps?.payments,
    lease: createDatabaseLease(database),
    createHolder: randomUUID,
    limiter: config.accounts.isRateLimited
      ? createRateLimiter({ db: database, key: deriveKey(secret, 'rate limits'), clock })
      : unlimited,
    publicUrl,
  });
  return {
    exporters: { billing: payment.exportBilling },
    async registerRoutes(app: FastifyInstance, gate: UserGate): Promise<void> {
      registerPlanRoutes(app);
      registerPaymentRoutes(app, { payment, gate });
      await registerWebhookRoutes(app, { customers: customerDeps });
    },
  };
}

/** What has to be done at Stripe though nobody asks; undefined where no keys are configured. */
export function createBillingCare(deps: BillingDeps) {
  const customerDeps = createCustomerDeps(deps);
  return (
    customerDeps && createBillingReconciler({ ...customerDeps, store: createReconcilerStore(deps.database) })
  );
}

function createCustomerDeps({ config, database, clock, logger }: BillingDeps): CustomerDeps | undefined {
  if (!config.stripe) return undefined;
  const payments = createStripePayments({ config: config.stripe, clock, logger });
  return { db: database, payments, customers: createCustomerStore(database), clock, logger };
}
