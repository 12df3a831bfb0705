import type { Checkout } from '#contract/billing.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';

/** Goes to Stripe's page to pay for a plan or, with a subscription, to change it. */
export const useGoToCheckout = () =>
  useGuardedMutation({
    mutationFn: (wanted: Checkout) => sendApi<{ url: string }>('POST', '/api/billing/checkout', wanted),
    onSuccess: ({ url }) => location.assign(url),
  });

/** Goes to Stripe's pages to manage the subscription. */
export const useGoToPortal = () =>
  useGuardedMutation({
    mutationFn: () => sendApi<{ url: string }>('POST', '/api/billing/portal'),
    onSuccess: ({ url }) => location.assign(url),
  });
