import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '#web/accounts/queries.ts';
import { plansQuery } from '#web/billing/queries.ts';
import { alertsQuery } from '../queries.ts';

/** How long a button press waits for the answer, in milliseconds. */
const maxWaitMs = 8000;
/** Without a network, requests fail immediately instead of waiting for one. */
const failFast = { retry: false, networkMode: 'always' } as const;

/**
 * Whether the signed-in user's plan allows no more alerts, not counting triggered ones. False if that can't be
 * determined soon: then the server decides.
 */
export function isAtLimit(client: QueryClient): Promise<boolean> {
  const unknown = new Promise<false>((resolve) => setTimeout(resolve, maxWaitMs, false));
  return Promise.race([hasReachedLimit(client).catch(() => false), unknown]);
}

async function hasReachedLimit(client: QueryClient): Promise<boolean> {
  const [user, { plans }] = await Promise.all([
    client.ensureQueryData({ ...currentUserQuery(), ...failFast }),
    client.ensureQueryData({ ...plansQuery(), ...failFast }),
  ]);
  const limit = plans.find(({ tier }) => tier === user?.subscriptionTier)?.limits.alerts ?? null;
  if (limit === null) return false;
  const { pages } = await client.fetchInfiniteQuery({ ...alertsQuery(), ...failFast });
  const alerts = pages.flatMap(({ items }) => items);
  return alerts.filter(({ status }) => status !== 'triggered').length >= limit;
}
