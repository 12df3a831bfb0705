import { AppError } from '#server/platform/http/app-error.ts';
import { createCountedWarning } from '#server/platform/log/counted-warning.ts';
import type { PaymentEvent } from '../payments/payments.ts';
import { type CustomerDeps, refreshCustomer } from '../subscriptions/customer-service.ts';

/** Prefixes of events that may indicate a changed subscription. */
const subjects = ['checkout.session.', 'customer.subscription.', 'invoice.'];
const customerGone = 'customer.deleted';
/** Events after which a customer may have been refunded. */
const refunds: readonly string[] = ['charge.refunded', 'charge.dispute.closed'];

/**
 * Handles a Stripe event by reading its customer's current state, so that repeats and the order of events don't matter.
 * Events about customers of other sites change nothing. Throws `invalid_request` unless Stripe signed it recently, and
 * `payments_unavailable`, after which Stripe resends it.
 */
export type HandleEvent = (body: Buffer, signature: string) => Promise<void>;

export function createEventHandler(deps: CustomerDeps): HandleEvent {
  const { payments, clock } = deps;
  // Anyone can send any number of unsigned events.
  const warnOfRefusal = createCountedWarning({
    ...deps,
    text: 'Stripe events were refused: the signature is missing, wrong or too old',
  });
  return async (body, signature) => {
    const event = payments.readEvent(body, signature, clock.now());
    if (event) return handleEvent(deps, event);
    warnOfRefusal();
    throw new AppError('invalid_request', 'The signature is not valid.');
  };
}

async function handleEvent(
  deps: CustomerDeps,
  { id, type, customerId, chargeId }: PaymentEvent,
): Promise<void> {
  const { logger } = deps;
  const fields = { event: id, type, customer: customerId };
  if (refunds.includes(type)) {
    if (!(await endReturned(deps, chargeId)))
      logger.info(fields, 'a Stripe event was ignored: it ends no subscription of this site');
    return;
  }
  if (type !== customerGone && !subjects.some((subject) => type.startsWith(subject))) {
    logger.info(fields, 'a Stripe event was ignored: its type is not used here');
    return;
  }
  if (customerId === null || (await refreshCustomer(deps, customerId)) === undefined) {
    logger.info(fields, 'a Stripe event was ignored: it is not about a customer of this site');
  }
}

/**
 * Ends a subscription at Stripe if Stripe says that its current period was refunded, so that it takes no further
 * payments. Returns whether there was one.
 */
async function endReturned(deps: CustomerDeps, chargeId: string | null): Promise<boolean> {
  const { payments, logger } = deps;
  const returned = chargeId === null ? null : await payments.findReturnedPayment(chargeId);
  if (!returned) return false;
  const { customerId, subscriptionId } = returned;
  const customer = await refreshCustomer(deps, customerId);
  // Not those of other shops in the same Stripe account.
  if (!customer?.subscriptions.some((one) => one.id === subscriptionId)) return false;
  await payments.endSubscription(subscriptionId);
  logger.info({ ...returned }, 'a subscription was ended: its payment was refunded or lost in a dispute');
  await refreshCustomer(deps, customerId);
  return true;
}
