import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Billing, Checkout } from '#contract/billing.ts';
import { currentUserQuery } from '#web/accounts/queries.ts';
import { readApi } from '#web/lib/api-client.ts';
import { refreshBilling } from './billing-calls.ts';

/**
 * How the user pays. It may change at Stripe, so each page that shows it asks anew; who is just back from there sees
 * what Stripe itself says.
 */
export const billingQuery = (isBackFromStripe = false) =>
  queryOptions({
    queryKey: ['billing'],
    queryFn: ({ signal, client }) =>
      isBackFromStripe ? followStripe(client) : readApi<Billing>('/api/billing', signal),
    staleTime: 0,
  });

async function followStripe(client: QueryClient): Promise<Billing> {
  const billing = await refreshBilling();
  await client.fetchQuery({ ...currentUserQuery(), staleTime: 0 });
  return billing;
}

/** How often Stripe is asked for a payment that was just made (ms), and how many times. */
const confirmationPace = 2000;
const confirmationTries = 30;

interface Confirmation {
  /** The plan is there, and with it the user's new tier. */
  readonly hasArrived: boolean;
  /** The last try could not ask. */
  readonly hasFailed: boolean;
  readonly tries: number;
}

/** Whether a plan that was just paid has arrived: asked until it has, for a minute. */
export const confirmationQuery = (wanted: Checkout) => {
  const queryKey = ['billing', 'confirmation', wanted.plan, wanted.period];
  return queryOptions({
    queryKey,
    queryFn: async ({ client }): Promise<Confirmation> => {
      const tries = (client.getQueryData<Confirmation>(queryKey)?.tries ?? 0) + 1;
      try {
        return { hasArrived: await hasPlanArrived(client, wanted), hasFailed: false, tries };
      } catch {
        return { hasArrived: false, hasFailed: true, tries };
      }
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (isWaiting(data) ? confirmationPace : false),
  });
};

/** Whether Stripe is still being asked by itself. */
export function isWaiting(confirmation: Confirmation | undefined): boolean {
  return !confirmation || (!confirmation.hasArrived && confirmation.tries < confirmationTries);
}

async function hasPlanArrived(client: QueryClient, { plan, period }: Checkout): Promise<boolean> {
  const { subscription } = client.setQueryData(billingQuery().queryKey, await followStripe(client)) ?? {};
  return subscription?.status === 'active' && subscription.plan === plan && subscription.period === period;
}
