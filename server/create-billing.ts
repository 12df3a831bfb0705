import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createCustomerStore } from '#server/billing/payments/customer-store.ts';
import { registerPaymentRoutes } from '#server/billing/payments/routes.ts';
import { createPaymentService } from '#server/billing/payments/service.ts';
import { createStripePayments } from '#server/billing/stripe/payments.ts';
import { createPaymentCare } from '#server/billing/subscriptions/billing-reconciler.ts';
import { createCareStore } from '#server/billing/subscriptions/reconciler-store.ts';
import type { FollowDeps } from '#server/billing/subscriptions/subscription-updates.ts';
import { registerWebhookRoutes } from '#server/billing/subscriptions/webhook-routes.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { UserGate } from '#server/platform/http/user-gate.ts';
import { createDatabaseLease } from '#server/platform/jobs/lease.ts';
import { deriveKey } from '#server/platform/keys.ts';
import { createDatabaseRateLimiter } from '#server/platform/limits/database-rate-limiter.ts';
import { unlimited } from '#server/platform/limits/rate-limiter.ts';
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
  const follow = createFollowDeps(deps);
  const payment = createPaymentService({
    ...deps,
    customers: createCustomerStore(database),
    payments: follow?.payments,
    lease: createDatabaseLease(database),
    createHolder: randomUUID,
    limiter: config.accounts.isRateLimited
      ? createDatabaseRateLimiter({ db: database, key: deriveKey(secret, 'rate limits'), clock })
      : unlimited,
    publicUrl,
  });
  return {
    exporters: { billing: payment.exportBilling },
    async registerRoutes(app: FastifyInstance, gate: UserGate): Promise<void> {
      registerPlanRoutes(app);
      registerPaymentRoutes(app, { payment, gate });
      await registerWebhookRoutes(app, { follow });
    },
  };
}

/** What has to be done at Stripe though nobody asks; undefined where no keys are configured. */
export function createBillingCare(deps: BillingDeps) {
  const follow = createFollowDeps(deps);
  return follow && createPaymentCare({ ...follow, care: createCareStore(deps.database) });
}

function createFollowDeps({ config, database, clock, logger }: BillingDeps): FollowDeps | undefined {
  if (!config.stripe) return undefined;
  const payments = createStripePayments({ config: config.stripe, clock, logger });
  return { payments, customers: createCustomerStore(database), clock, logger };
}
