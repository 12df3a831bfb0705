import type { Checkout } from '#contract/billing.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';

/** Goes to the page of Stripe where the plan is paid or, with a subscription, changed. */
export const useGoToCheckout = () =>
  useGuardedMutation({
    mutationFn: (wanted: Checkout) => sendApi<{ url: string }>('POST', '/api/billing/checkout', wanted),
    onSuccess: ({ url }) => location.assign(url),
  });

/** Goes to the pages of Stripe where the subscription is managed. */
export const useGoToPortal = () =>
  useGuardedMutation({
    mutationFn: () => sendApi<{ url: string }>('POST', '/api/billing/portal'),
    onSuccess: ({ url }) => location.assign(url),
  });
