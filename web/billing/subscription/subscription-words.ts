import type { Subscription } from '#contract/billing.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** The status of a subscription in a sentence: when it renews or ends, or that a payment failed. */
export function describeSubscription({ status, paidUntil, endsAt }: Subscription, planName: string): string {
  if (status === 'unpaid') return `The payment failed. ${planName} is suspended until a payment succeeds.`;
  if (status === 'past_due')
    return `The last payment failed. Stripe will try again, and ${planName} stays active meanwhile.`;
  if (endsAt !== null)
    return `Cancelled. You keep ${planName} until ${formatDay(endsAt)} and won’t be charged again.`;
  return `Renews on ${formatDay(paidUntil)}.`;
}

/** Whether a payment failed, so that the card needs attention. */
export function hasFailedPayment({ status }: Subscription): boolean {
  return status !== 'active';
}

function formatDay(instant: string): string {
  return day.format(new Date(instant));
}
