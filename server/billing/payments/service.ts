import type { Billing, Checkout, Subscription } from '#contract/billing.ts';
import type { Instant } from '#contract/units.ts';
import { requireFreshProof } from '#server/accounts/service.ts';
import type { SubscriptionTable } from '#server/platform/database/tables/billing-tables.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import { type RateLimiter, takeOrThrow } from '#server/platform/limits/rate-limiter.ts';
import { type CustomerDeps, refreshCustomer, removeCustomer } from '../subscriptions/customer-service.ts';
import { notConfigured } from './not-configured.ts';
import { accountUrl, type OpeningDeps, openPaymentPage } from './open-payment-page.ts';

type Payer = Pick<SessionUser, 'id' | 'email' | 'verified' | 'provedAt'>;

interface BillingExport {
  /** The customer at Stripe. */
  readonly stripeCustomer: { readonly id: string; readonly createdAt: string } | null;
  readonly subscription: (Subscription & { readonly id: string }) | null;
}

/**
 * Buying and managing a plan. The methods that open a page or ask Stripe throw `payments_not_configured`,
 * `payments_unavailable` and `rate_limited`.
 */
export interface PaymentService {
  /** The subscription as stored here. */
  getBilling(userId: string): Promise<Billing>;
  /** Reads the subscription again from Stripe. */
  refreshBilling(userId: string): Promise<Billing>;
  /**
   * Returns the page where a plan is bought or, with a subscription, changed. Throws `conflict` for the current plan,
   * and with a subscription `verification_required` without a fresh proof.
   */
  openCheckout(payer: Payer, request: Checkout): Promise<{ url: string }>;
  /**
   * Returns the customer portal at Stripe. Throws `verification_required` without a fresh proof, and `not_found` if
   * there is nothing to manage.
   */
  openPortal(payer: Payer): Promise<{ url: string }>;
  /** Everything stored about the user's payments. */
  exportBilling(userId: string): Promise<BillingExport>;
}

export interface PaymentServiceDeps extends Omit<OpeningDeps, 'payments'> {
  /** Undefined if payments are not configured. */
  readonly payments: CustomerDeps['payments'] | undefined;
  readonly limiter: RateLimiter;
}

const openings = { name: 'billing pages', windows: [{ count: 20, ms: 10 * 60_000 }] };
const refreshes = { name: 'billing refreshes', windows: [{ count: 60, ms: 5 * 60_000 }] };

export function createPaymentService(deps: PaymentServiceDeps): PaymentService {
  const { customers, payments, payers } = deps;

  async function getBilling(userId: string): Promise<Billing> {
    const [customer, row, isKnown] = await Promise.all([
      customers.findByUser(userId),
      customers.findSubscription(userId),
      payers?.has(userId),
    ]);
    const isFirst = !customer?.subscribed_at && !isKnown;
    return {
      isConfigured: payments !== undefined,
      hasFirstMonthOffer: isFirst && ((await payments?.hasFirstMonthOffer()) ?? false),
      canManage: payments !== undefined && customer !== undefined,
      subscription: row ? describeRow(row) : null,
    };
  }

  return {
    getBilling,

    async refreshBilling(userId) {
      const configured = requireConfigured(deps);
      await takeFromLimit(deps, refreshes, userId);
      const customer = await customers.findByUser(userId);
      if (customer) await refreshCustomer(configured, customer.id);
      return getBilling(userId);
    },

    async openCheckout(payer, request) {
      const configured = requireConfigured(deps);
      requireVerified(payer);
      await takeFromLimit(deps, openings, payer.id);
      return { url: await openPaymentPage(configured, payer, request) };
    },

    async openPortal(payer) {
      const configured = requireConfigured(deps);
      requireFreshProof(payer, deps.clock.now());
      await takeFromLimit(deps, openings, payer.id);
      const customer = await customers.findByUser(payer.id);
      if (!customer || !(await refreshCustomer(configured, customer.id))) {
        if (customer) await removeCustomer(deps, customer.id);
        throw new AppError('not_found', 'There is no subscription to manage.');
      }
      return { url: await configured.payments.openPortal(customer.id, accountUrl(deps.publicUrl())) };
    },

    async exportBilling(userId) {
      const [customer, row] = await Promise.all([
        customers.findByUser(userId),
        customers.findSubscription(userId),
      ]);
      return {
        stripeCustomer: customer ? { id: customer.id, createdAt: toText(customer.created_at) } : null,
        subscription: row ? { id: row.subscription_id, ...describeRow(row) } : null,
      };
    },
  };
}

function requireConfigured(deps: PaymentServiceDeps): OpeningDeps {
  if (!deps.payments) throw notConfigured();
  return { ...deps, payments: deps.payments };
}

function requireVerified({ verified }: Payer): void {
  if (verified) return;
  throw new AppError('verification_required', 'Verify your email address first: enter the code we sent you.');
}

async function takeFromLimit(
  { limiter }: PaymentServiceDeps,
  { name, windows }: typeof openings,
  userId: string,
): Promise<void> {
  await takeOrThrow(limiter, [{ subject: `${name} ${userId}`, windows }]);
}

function describeRow({ tier, period, status, paid_until, ends_at }: SubscriptionTable): Subscription {
  return {
    plan: tier,
    period,
    status,
    paidUntil: toText(paid_until),
    endsAt: ends_at === null ? null : toText(ends_at),
  };
}

function toText(instant: Instant): string {
  return new Date(instant).toISOString();
}
