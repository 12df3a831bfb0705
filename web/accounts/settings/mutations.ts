import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CurrentUser, RequestCodeAnswer } from '#contract/accounts/accounts.ts';
import { readApi, sendApi } from '#web/lib/api-client.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { apiKeysQuery } from '../api-keys/queries.ts';
import { passkeysQuery } from '../passkeys/queries.ts';
import { currentUserQuery, securityEventsQuery, sessionsQuery } from '../queries.ts';
import { dropToken, storeToken } from '../session/session.ts';
import type { CodeRequest } from '../sign-in/use-code-request.ts';

export type UserName = Pick<CurrentUser, 'firstName' | 'lastName'>;

/** Changes the user's name. */
export function useUpdateName() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: UserName) => sendApi<CurrentUser>('PUT', '/api/auth/me', name),
    onSuccess: (user) => client.setQueryData(currentUserQuery().queryKey, user),
  });
}

/** Requests a code for a new e-mail address. */
export const useRequestEmailChange = () =>
  useMutation({
    mutationFn: async (email: string): Promise<CodeRequest> => {
      const { challenge } = await sendApi<RequestCodeAnswer>('POST', '/api/auth/email', { email });
      return { email, challenge, sentAt: Date.now() };
    },
  });

/** Changes the e-mail address with the code that was mailed there. */
export function useVerifyEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ request: { email, challenge }, code }: { request: CodeRequest; code: string }) => {
      const body = { email, code, challenge };
      const { token } = await sendApi<{ token: string }>('POST', '/api/auth/email/verify', body);
      storeToken(token);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserQuery().queryKey }),
  });
}

/**
 * Undoes a change of e-mail address with the token mailed to the old address. Ends all sessions of that account. This
 * browser may be signed in to a different account, so it asks the server whether its own session has ended.
 */
export function useRestoreEmail() {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (token: string) => sendApi<{ message: string }>('POST', '/api/auth/email/undo', { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserQuery().queryKey }),
  });
}

/** What to delete along with all other sessions. */
export interface AlsoDeleted {
  readonly apiKeys: boolean;
  readonly passkeys: boolean;
}

/** Ends all other sessions and, if requested, deletes all API keys or passkeys. */
export function useSignOutEverywhere(onDone: () => void) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: ({ apiKeys, passkeys }: AlsoDeleted) =>
      sendApi('DELETE', `/api/auth/sessions?apiKeys=${apiKeys}&passkeys=${passkeys}`),
    onSuccess: onDone,
    onSettled: async () => {
      for (const query of [sessionsQuery(), apiKeysQuery(), passkeysQuery(), securityEventsQuery()])
        await client.invalidateQueries({ queryKey: query.queryKey });
    },
  });
}

/** Ends one of the user's sessions. */
export function useEndSession() {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (sessionId: string) =>
      sendApi('DELETE', `/api/auth/sessions/${encodeURIComponent(sessionId)}`),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
}

/** Saves all stored data of the user as a file. */
export const useSaveExport = () =>
  useGuardedMutation({
    mutationFn: async () => {
      const text = JSON.stringify(await readApi('/api/account/export'), null, 2);
      saveFile('altimeter-export.json', text, 'application/json');
    },
  });

/** Imports the data of an exported account into this one. Returns how much of each kind the account has now. */
export function useImportAccount() {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (data: Readonly<Record<string, unknown>>) =>
      sendApi<Record<string, number>>('POST', '/api/account/import', { data }),
    // Any of the account's data may have changed.
    onSuccess: () => client.invalidateQueries(),
  });
}

/** Deletes the account and all its data. */
export const useDeleteAccount = (onDeleted: () => void | Promise<void>) =>
  useGuardedMutation({
    mutationFn: async () => {
      await sendApi('DELETE', '/api/account');
      dropToken();
    },
    onSuccess: onDeleted,
  });
