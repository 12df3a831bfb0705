import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  AddAlert,
  AddPushSubscription,
  Alert,
  AlertSettings,
  Backtest,
  FiringsPage,
  PausedAlert,
  RunBacktest,
  Unseen,
  UpdateAlert,
  UpdateAlertSettings,
} from '#contract/alerts.ts';
import { readApi, sendApi } from '../lib/api-client.ts';

/* The alerts of who is signed in. Every key begins the same. */

const alertsKey = ['alerts'] as const;
const historyKey = [...alertsKey, 'history'] as const;
const freshMs = 30_000;
const rehearsalFreshMs = 60_000;

/** In the order they were made. */
export const alertsQuery = () =>
  queryOptions({
    queryKey: [...alertsKey, 'list'],
    queryFn: ({ signal }) => readApi<Alert[]>('/api/alerts', signal),
    staleTime: freshMs,
  });

/** A page of what has fired, newest first. `before`: the number it comes before; null: the newest. */
export const firingsQuery = (before: number | null = null) =>
  queryOptions({
    queryKey: [...historyKey, before],
    queryFn: ({ signal }) =>
      readApi<FiringsPage>(`/api/alerts/history${before === null ? '' : `?before=${before}`}`, signal),
    staleTime: freshMs,
  });

/** How many firings were not seen yet. */
export const unseenQuery = () =>
  queryOptions({
    queryKey: [...alertsKey, 'unseen'],
    queryFn: ({ signal }) => readApi<Unseen>('/api/alerts/unseen', signal),
    staleTime: freshMs,
  });

/** How the user is told. */
export const alertSettingsQuery = () =>
  queryOptions({
    queryKey: [...alertsKey, 'settings'],
    queryFn: ({ signal }) => readApi<AlertSettings>('/api/alerts/settings', signal),
    staleTime: freshMs,
  });

/** What an alert would have done, had there been one. */
export const rehearsalQuery = (wanted: RunBacktest) =>
  queryOptions({
    queryKey: ['alert-rehearsal', wanted],
    queryFn: () => sendApi<Backtest>('POST', '/api/alerts/rehearsal', wanted),
    staleTime: rehearsalFreshMs,
  });

/** Asks anew for what a firing changes: the alerts, the history and how much of it is unseen. */
export function refreshAlerts(client: QueryClient): Promise<void> {
  const [, settings] = alertSettingsQuery().queryKey;
  return client.invalidateQueries({
    queryKey: alertsKey,
    predicate: ({ queryKey }) => queryKey[1] !== settings,
  });
}

/** What of an alert may be left to the server's defaults. */
type NewAlert = Pick<AddAlert, 'coinId' | 'symbol' | 'name' | 'condition' | 'threshold'> & Partial<AddAlert>;

export function addAlert(alert: NewAlert): Promise<Alert> {
  return sendApi('POST', '/api/alerts', alert);
}

export function updateAlert(id: string, change: UpdateAlert): Promise<Alert> {
  return sendApi('PUT', `/api/alerts/${encodeURIComponent(id)}`, change);
}

export function removeAlert(id: string): Promise<void> {
  return sendApi('DELETE', `/api/alerts/${encodeURIComponent(id)}`);
}

/** Marks as seen what has fired, up to the one of that number; what came later stays unseen. */
export async function markSeen(client: QueryClient, upTo: number): Promise<void> {
  const unseen = await sendApi<Unseen>('POST', '/api/alerts/history/seen', { upTo });
  client.setQueryData(unseenQuery().queryKey, unseen);
  await client.invalidateQueries({ queryKey: historyKey });
}

export function updateSettings(change: UpdateAlertSettings): Promise<AlertSettings> {
  return sendApi('PUT', '/api/alerts/settings', change);
}

/** What this installation's push messages are signed with (base64url). */
export async function readPushKey(): Promise<string> {
  return (await readApi<{ publicKey: string }>('/api/alerts/push/key')).publicKey;
}

export function addPushSubscription(subscription: AddPushSubscription): Promise<AlertSettings> {
  return sendApi('POST', '/api/alerts/push/subscriptions', subscription);
}

export function removePushSubscription(endpoint: string): Promise<void> {
  return sendApi('DELETE', '/api/alerts/push/subscriptions', { endpoint });
}

/** Pauses the alert of a mail's link, whoever asks. */
export function pauseByToken(token: string): Promise<PausedAlert> {
  return sendApi('POST', '/api/alerts/pause', { token });
}
