import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  Alert,
  AlertSettings,
  Backtest,
  FiringsPage,
  RunBacktest,
  Unseen,
} from '#contract/alerts/alerts.ts';
import { type ApiPage, readApi, readApiPage, sendApi } from '#web/lib/api-client.ts';

/* Queries of the user's alerts. Their keys share a prefix, except those of backtests, which no firing changes. */

const alertsKey = ['alerts'] as const;
export const firingHistoryKey = [...alertsKey, 'history'] as const;
const freshMs = 30_000;
const backtestFreshMs = 60_000;

const pageSize = 250;

/** The alerts, newest first, by page. */
export const alertsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...alertsKey, 'list'],
    queryFn: ({ pageParam, signal }) => readApiPage<Alert>(pageParam, signal),
    initialPageParam: `/api/alerts?limit=${pageSize}`,
    getNextPageParam: ({ next }: ApiPage<Alert>) => next,
    staleTime: freshMs,
  });

/** A page of firings, newest first. `before`: only firings with lower numbers; null: the newest. */
export const firingsQuery = (before: number | null = null) =>
  queryOptions({
    queryKey: [...firingHistoryKey, before],
    queryFn: ({ signal }) =>
      readApi<FiringsPage>(`/api/alerts/history${before === null ? '' : `?before=${before}`}`, signal),
    staleTime: freshMs,
  });

/** How many firings are unseen. */
export const unseenQuery = () =>
  queryOptions({
    queryKey: [...alertsKey, 'unseen'],
    queryFn: ({ signal }) => readApi<Unseen>('/api/alerts/unseen', signal),
    staleTime: freshMs,
  });

/** How the user is notified. */
export const alertSettingsQuery = () =>
  queryOptions({
    queryKey: [...alertsKey, 'settings'],
    queryFn: ({ signal }) => readApi<AlertSettings>('/api/alerts/settings', signal),
    staleTime: freshMs,
  });

/** How often an alert would have fired in the past. */
export const backtestQuery = (request: RunBacktest) =>
  queryOptions({
    queryKey: ['alert-backtest', request],
    queryFn: () => sendApi<Backtest>('POST', '/api/alerts/rehearsal', request),
    staleTime: backtestFreshMs,
  });

/** Shows a changed alert in the list at once, before the list is refetched. */
export function replaceAlert(client: QueryClient, changed: Alert): void {
  client.setQueryData(alertsQuery().queryKey, (list) => {
    const replace = (alert: Alert) => (alert.id === changed.id ? changed : alert);
    return (
      list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(replace) })) }
    );
  });
}

/** Refetches what a firing changes: the alerts, the history and the number of unseen firings. */
export async function refreshAlerts(client: QueryClient): Promise<void> {
  const { listed, others } = refetchChanged(client);
  await Promise.all([listed, others]);
}

/** Refetches the same. Resolves once the alerts are there: their buttons don't wait for the rest. */
export const refreshAlertList = (client: QueryClient): Promise<void> => refetchChanged(client).listed;

function refetchChanged(client: QueryClient) {
  const list = alertsQuery().queryKey;
  const apart: readonly unknown[] = [list[1], alertSettingsQuery().queryKey[1]];
  return {
    listed: client.invalidateQueries({ queryKey: list }),
    others: client.invalidateQueries({
      queryKey: alertsKey,
      predicate: ({ queryKey }) => !apart.includes(queryKey[1]),
    }),
  };
}
