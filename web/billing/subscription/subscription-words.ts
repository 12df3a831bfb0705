import type { Subscription } from '#contract/billing.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** How a subscription goes on, in a sentence. */
export function describeSubscription({ status, paidUntil, endsAt }: Subscription, planName: string): string {
  if (status === 'unpaid') return `The payment failed for good: ${planName} rests until it is paid.`;
  if (status === 'past_due')
    return `The last payment failed. Stripe tries it again; ${planName} goes on meanwhile.`;
  if (endsAt !== null)
    return `Cancelled. ${planName} stays yours until ${formatDay(endsAt)} and is not charged again.`;
  return `Renews on ${formatDay(paidUntil)}.`;
}

/** Whether the card should be looked after. */
export function hasFailedPayment({ status }: Subscription): boolean {
  return status !== 'active';
}

function formatDay(instant: string): string {
  return day.format(new Date(instant));
}
