import type { Checkout } from '#contract/billing.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import { chooseSubscription } from '../subscriptions/choose-subscription.ts';
import { type FollowDeps, followCustomer } from '../subscriptions/subscription-updates.ts';
import type { Customer, ReturnUrls } from './payments.ts';

export interface OpeningDeps extends FollowDeps {
  readonly lease: Lease;
  /** Names one call among those of all processes. */
  readonly createHolder: () => string;
  readonly publicUrl: () => string;
}

interface Payer {
  readonly id: string;
  readonly email: string;
}

/** After this a payment page that was opened is looked after, where neither its payer nor an event came back. */
const firstCheckMs = 15 * 60_000;
/** Longer than opening a page can take. */
const openingMs = 2 * 60_000;

/**
 * Gives the address of the page where a plan is bought or, with a subscription, changed. One page of an account is opened
 * at a time, by whatever process: two could both be paid. Throws `conflict` and `payments_unavailable`.
 */
export async function openPaymentPage(deps: OpeningDeps, payer: Payer, wanted: Checkout): Promise<string> {
  const { lease, clock, createHolder } = deps;
  const [name, holder] = [`checkout ${payer.id}`, createHolder()];
  if (!(await lease.acquire(name, holder, openingMs, clock.now()))) {
    throw new AppError('conflict', 'Another payment page of this account is just being opened.');
  }
  try {
    return await openPage(deps, payer, wanted);
  } finally {
    await lease.release(name, holder);
  }
}

async function openPage(deps: OpeningDeps, payer: Payer, { plan, period }: Checkout): Promise<string> {
  const { payments, customers, clock } = deps;
  const { customerId, subscriptions } = await ensureCustomer(deps, payer);
  const urls = returnUrls(deps.publicUrl(), { plan, period });
  const own = chooseSubscription(subscriptions);
  if (!own) {
    const now = clock.now();
    // Before it is opened: what may be paid has to be looked after, though this process ends in the middle.
    await customers.noteCheckout(customerId, now, now + firstCheckMs);
    return payments.openCheckout(customerId, { tier: plan, period }, urls);
  }
  // A plan that is ending or not paid is put in order first: Stripe changes no such plan.
  if (own.status !== 'active' || own.endsAt !== null) {
    return payments.openPortal(customerId, accountUrl(deps.publicUrl()));
  }
  if (own.tier === plan && own.period === period) {
    throw new AppError('conflict', 'This is your plan already. You can manage it on your account page.');
  }
  return payments.openPlanChange(customerId, own, { tier: plan, period }, urls);
}

/**
 * The payer as a customer of Stripe's, with the subscriptions that Stripe has of them at this moment. Pages that were
 * opened before are closed first: what is paid on one until then is among the subscriptions that are read, and after it
 * none can be paid.
 */
async function ensureCustomer(
  deps: OpeningDeps,
  payer: Payer,
): Promise<{ customerId: string; subscriptions: Customer['subscriptions'] }> {
  const { customers, payments, clock } = deps;
  const known = await customers.findByUser(payer.id);
  if (known) {
    await payments.closeCheckouts(known.id);
    const atStripe = await followCustomer(deps, known.id);
    if (atStripe) return { customerId: known.id, subscriptions: atStripe.subscriptions };
    await customers.remove(known.id);
  }
  const added = await payments.addCustomer(payer);
  return { customerId: await customers.add(added, payer.id, clock.now()), subscriptions: [] };
}

/** Where the customer's own pages lead back to: the account page, which then asks Stripe what was changed there. */
export function accountUrl(origin: string): string {
  return `${origin}/account?back=stripe`;
}

function returnUrls(origin: string, { plan, period }: Checkout): ReturnUrls {
  const back = (checkout: string) =>
    `${origin}/subscribe?${new URLSearchParams({ plan, period, checkout }).toString()}`;
  return { done: back('done'), cancelled: back('cancelled') };
}
