import type { QueryClient } from '@tanstack/react-query';
import { alertsQuery } from '../queries.ts';

/** Milliseconds that a press on a button waits for an answer. */
const maxWaitMs = 2000;

/**
 * Whether the plan allows no further alert; those that have fired do not count. False where the alerts cannot be loaded, or
 * not soon: then the server decides. `limit` null: there is none.
 */
export async function isAtLimit(client: QueryClient, limit: number | null): Promise<boolean> {
  if (limit === null) return false;
  const unknown = new Promise<null>((resolve) => setTimeout(resolve, maxWaitMs, null));
  // Without a network it fails at once, and does not wait for one.
  const loaded = client
    .fetchInfiniteQuery({ ...alertsQuery(), retry: false, networkMode: 'always' })
    .catch(() => null);
  const alerts = (await Promise.race([loaded, unknown]))?.pages.flatMap(({ items }) => items) ?? [];
  return alerts.filter(({ status }) => status !== 'triggered').length >= limit;
}
