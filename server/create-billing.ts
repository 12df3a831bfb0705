import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createCareStore } from './billing/care-store.ts';
import { createCustomerStore } from './billing/customer-store.ts';
import type { FollowDeps } from './billing/follow-stripe.ts';
import { createPaymentCare } from './billing/payment-care.ts';
import { registerPaymentRoutes } from './billing/payment-routes.ts';
import { createPaymentService } from './billing/payment-service.ts';
import { registerPlanRoutes } from './billing/routes.ts';
import { createStripePayments } from './billing/stripe-payments.ts';
import { registerWebhookRoutes } from './billing/webhook-routes.ts';
import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { createDatabaseLease } from './platform/lease.ts';
import { createRateLimiter, unlimited } from './platform/rate-limit.ts';
import { deriveKey } from './platform/secret.ts';
import type { UserGate } from './platform/user-gate.ts';

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
      ? createRateLimiter({ db: database, key: deriveKey(secret, 'rate limits'), clock })
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
