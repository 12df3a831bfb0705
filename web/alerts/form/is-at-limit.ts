import type { QueryClient } from '@tanstack/react-query';
import { alertsQuery } from '../queries.ts';

/**
 * Whether the plan allows no further alert; those that have fired do not count. False where the alerts cannot be loaded:
 * then the server decides. `limit` null: there is none.
 */
export async function isAtLimit(client: QueryClient, limit: number | null): Promise<boolean> {
  if (limit === null) return false;
  try {
    const { pages } = await client.fetchInfiniteQuery({ ...alertsQuery(), retry: false });
    const alerts = pages.flatMap(({ items }) => items);
    return alerts.filter(({ status }) => status !== 'triggered').length >= limit;
  } catch {
    return false;
  }
}
