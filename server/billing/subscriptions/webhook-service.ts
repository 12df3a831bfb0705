import { AppError } from '#server/platform/http/app-error.ts';
import { type FollowDeps, followCustomer } from './subscription-updates.ts';

/** What may change a subscription, or whether it is paid. */
const subjects = ['checkout.session.', 'customer.subscription.', 'invoice.'];
const customerGone = 'customer.deleted';

/**
 * Takes an event of Stripe's: reads what Stripe has now of the customer it is about. Repeats, and events in any order,
 * come to the same. What is not about a customer of ours changes nothing.
 * Throws `invalid_request` where Stripe did not sign it lately, and `payments_unavailable`: then Stripe sends it again.
 */
export async function takeEvent(deps: FollowDeps, body: Buffer, signature: string): Promise<void> {
  const { payments, clock, logger } = deps;
  const event = payments.readEvent(body, signature, clock.now());
  if (!event) {
    logger.warn('an event was refused that Stripe did not sign, or not lately');
    throw new AppError('invalid_request', 'The signature does not fit.');
  }
  const { id, type, customerId } = event;
  const said = { event: id, type, customer: customerId };
  if (type !== customerGone && !subjects.some((subject) => type.startsWith(subject))) {
    logger.info(said, 'an event of Stripe is ignored: its kind is not used here');
    return;
  }
  if (customerId === null || (await followCustomer(deps, customerId)) === undefined) {
    logger.info(said, 'an event of Stripe is ignored: it is about no customer of ours');
  }
}
