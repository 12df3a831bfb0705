import type { Checkout } from '#contract/billing.ts';
import { requireFreshProof } from '#server/accounts/service.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { SessionUser } from '#server/platform/http/request-user.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import { chooseSubscription } from '../subscriptions/choose-subscription.ts';
import {
  addCustomer,
  type CustomerDeps,
  refreshCustomer,
  removeCustomer,
} from '../subscriptions/customer-service.ts';
import type { Customer, ReturnUrls } from './payments.ts';

export interface OpeningDeps extends CustomerDeps {
  readonly lease: Lease;
  /** Creates an id for one call, unique across processes. */
  readonly createHolder: () => string;
  readonly publicUrl: () => string;
}

type Payer = Pick<SessionUser, 'id' | 'email' | 'verified' | 'provedAt'>;

/** When to ask Stripe about an opened payment page if neither the payer nor an event has come back. */
const firstCheckMs = 15 * 60_000;
/** How long the lease lasts: longer than opening a page takes. */
const openingMs = 2 * 60_000;

/**
 * Returns the URL of the page where a plan is bought or, with a subscription, changed. Opens one page per account at a
 * time, across processes, because two could both be paid. Throws `conflict`, `payments_unavailable`, `unauthorized`
 * if the account has just been deleted and, with a subscription, `verification_required` without a fresh proof.
 */
export async function openPaymentPage(deps: OpeningDeps, payer: Payer, request: Checkout): Promise<string> {
  const { lease, clock, createHolder } = deps;
  const [name, holder] = [`checkout ${payer.id}`, createHolder()];
  if (!(await lease.acquire(name, holder, openingMs, clock.now()))) {
    throw new AppError('conflict', 'Another payment page is being opened for this account.');
  }
  try {
    return await openPage(deps, payer, request);
  } finally {
    await lease.release(name, holder);
  }
}

async function openPage(deps: OpeningDeps, payer: Payer, { plan, period }: Checkout): Promise<string> {
  const { payments, customers, payers, clock } = deps;
  const { customerId, subscriptions } = await ensureCustomer(deps, payer);
  const urls = returnUrls(deps.publicUrl(), { plan, period });
  const own = chooseSubscription(subscriptions);
  if (!own) {
    const now = clock.now();
    // Recorded before the page opens, so that a payment is noticed even if this process ends in between.
    if (!(await customers.recordCheckout(customerId, now, now + firstCheckMs)))
      throw new AppError('unauthorized', 'This account no longer exists.');
    const isFirst = !(await payers?.has(payer.id));
    return payments.openCheckout(customerId, { tier: plan, period, isFirst }, urls);
  }
  // The remaining pages belong to the customer portal, which shows the card and the invoices.
  requireFreshProof(payer, clock.now());
  // Stripe doesn't change plans that are ending or unpaid, so the customer must settle that first.
  if (own.status !== 'active' || own.endsAt !== null) {
    return payments.openPortal(customerId, accountUrl(deps.publicUrl()));
  }
  if (own.tier === plan && own.period === period) {
    throw new AppError('conflict', 'This is already your plan. You can manage it on your account page.');
  }
  return payments.openPlanChange(customerId, own, { tier: plan, period }, urls);
}

/**
 * Returns the payer's customer at Stripe with its current subscriptions. First closes pages opened earlier, so that a
 * payment made on them shows among the subscriptions and no further one can be made.
 */
async function ensureCustomer(
  deps: OpeningDeps,
  payer: Payer,
): Promise<{ customerId: string; subscriptions: Customer['subscriptions'] }> {
  const { customers, payments } = deps;
  const known = await customers.findByUser(payer.id);
  if (known) {
    await payments.closeCheckouts(known.id);
    const atStripe = await refreshCustomer(deps, known.id);
    if (atStripe) return { customerId: known.id, subscriptions: atStripe.subscriptions };
    await removeCustomer(deps, known.id);
  }
  const added = await payments.addCustomer(payer);
  return { customerId: await addCustomer(deps, added, payer.id), subscriptions: [] };
}

/** Where the customer portal returns to: the account page, which then asks Stripe what changed. */
export function accountUrl(origin: string): string {
  return `${origin}/account?back=stripe`;
}

function returnUrls(origin: string, { plan, period }: Checkout): ReturnUrls {
  const back = (checkout: string) =>
    `${origin}/subscribe?${new URLSearchParams({ plan, period, checkout }).toString()}`;
  return { done: back('done'), cancelled: back('cancelled') };
}
