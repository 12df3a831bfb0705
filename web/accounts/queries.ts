import { queryOptions } from '@tanstack/react-query';
import type { CurrentUser, Session } from '#contract/accounts/accounts.ts';
import type { InboxMail } from '#contract/accounts/inbox.ts';
import type { SecurityEvent } from '#contract/accounts/security-events.ts';
import { readApi } from '#web/lib/api-client.ts';
import { ApiError, readApiError } from '#web/lib/errors.ts';
import { getToken, rememberUser } from './session/session.ts';

/** The user that this browser's token belongs to. Fetched once per token, and never without one. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['auth', 'me'],
    queryFn: ({ signal }) => readCurrentUser(signal),
  });

async function readCurrentUser(signal: AbortSignal): Promise<CurrentUser> {
  if (getToken() === null) throw new Error('No valid token');
  try {
    const user = await readApi<CurrentUser>('/api/auth/me', signal);
    rememberUser(user);
    return user;
  } catch (error) {
    throw error instanceof ApiError ? new Error('Unauthorized', { cause: error }) : error;
  }
}

/** The user's sessions, newest first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'sessions'],
    queryFn: ({ signal }) => readApi<Session[]>('/api/auth/sessions', signal),
    staleTime: 0,
  });

/** The account's security events, newest first. */
export const securityEventsQuery = () =>
  queryOptions({
    queryKey: ['auth', 'events'],
    queryFn: ({ signal }) => readApi<SecurityEvent[]>('/api/auth/events', signal),
    staleTime: 0,
  });

const inboxRefreshMs = 4_000;

/** The e-mails in the local inbox, newest first. `key` changes with each start of the server. */
export const inboxQuery = (key: string) =>
  queryOptions({
    queryKey: ['inbox', key],
    queryFn: ({ signal }) => readInbox(key, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error ? false : inboxRefreshMs),
  });

/** Doesn't use `readApi`, because a wrong key must not end the user's session. */
async function readInbox(key: string, signal: AbortSignal): Promise<InboxMail[]> {
  const response = await fetch('/api/inbox', { headers: { 'X-Inbox-Key': key }, signal });
  const text = await response.text();
  if (!response.ok) throw readApiError(response.status, response.statusText, text);
  return JSON.parse(text) as InboxMail[];
}
