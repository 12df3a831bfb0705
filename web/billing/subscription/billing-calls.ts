import type { Billing, Checkout } from '#contract/billing.ts';
import { sendApi } from '#web/lib/api-client.ts';

/** Goes to the page of Stripe where the plan is paid or, with a subscription, changed. */
export async function goToCheckout(wanted: Checkout): Promise<void> {
  const { url } = await sendApi<{ url: string }>('POST', '/api/billing/checkout', wanted);
  location.assign(url);
}

/** Goes to the pages of Stripe where the subscription is managed. */
export async function goToPortal(): Promise<void> {
  const { url } = await sendApi<{ url: string }>('POST', '/api/billing/portal');
  location.assign(url);
}

/** How the user pays, after our server has asked Stripe. */
export function refreshBilling(): Promise<Billing> {
  return sendApi('POST', '/api/billing/refresh');
}
