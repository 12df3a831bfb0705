import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Billing, Checkout } from '#contract/billing.ts';
import type { Milliseconds } from '#contract/units.ts';
import { currentUserQuery } from '#web/accounts/queries.ts';
import { readApi, sendApi } from '#web/lib/api-client.ts';

/**
 * How the user pays. It may change at Stripe, so each page refetches it. Right after a visit there, our server asks
 * Stripe itself.
 */
export const billingQuery = (isBackFromStripe = false) =>
  queryOptions({
    queryKey: ['billing'],
    queryFn: ({ signal, client }) =>
      isBackFromStripe ? refreshFromStripe(client) : readApi<Billing>('/api/billing', signal),
    staleTime: 0,
  });

/** Makes our server ask Stripe, and refetches the user, whose plan may have changed. */
async function refreshFromStripe(client: QueryClient): Promise<Billing> {
  const billing = await sendApi<Billing>('POST', '/api/billing/refresh');
  await client.fetchQuery({ ...currentUserQuery(), staleTime: 0 });
  return billing;
}

/** Interval and maximum number of requests to confirm a recent payment. */
const confirmationRefreshMs: Milliseconds = 2000;
const maxConfirmationTries = 30;

interface Confirmation {
  /** Whether the plan just paid for is active. */
  readonly isActive: boolean;
  /** Whether the last try could not reach Stripe. */
  readonly hasFailed: boolean;
  readonly tries: number;
}

/** Whether the plan just paid for is active. Polled until it is, for a minute at most. */
export const confirmationQuery = (wanted: Checkout) => {
  const queryKey = ['billing', 'confirmation', wanted.plan, wanted.period];
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<Confirmation> => {
      const tries = (client.getQueryData<Confirmation>(queryKey)?.tries ?? 0) + 1;
      try {
        return { isActive: await isPlanActive(client, wanted), hasFailed: false, tries };
      } catch {
        return { isActive: false, hasFailed: true, tries };
      }
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (isWaiting(data) ? confirmationRefreshMs : false),
  });
};

/** Whether Stripe is still being polled. */
export function isWaiting(confirmation: Confirmation | undefined): boolean {
  return !confirmation || (!confirmation.isActive && confirmation.tries < maxConfirmationTries);
}

async function isPlanActive(client: QueryClient, { plan, period }: Checkout): Promise<boolean> {
  const { subscription } =
    client.setQueryData(billingQuery().queryKey, await refreshFromStripe(client)) ?? {};
  return subscription?.status === 'active' && subscription.plan === plan && subscription.period === period;
}
