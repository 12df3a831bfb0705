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

export function useUpdateName() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: UserName) => sendApi<CurrentUser>('PUT', '/api/auth/me', name),
    onSuccess: (user) => client.setQueryData(currentUserQuery().queryKey, user),
  });
}

/** Has a code mailed to an address that is to become the user's. */
export const useRequestEmailChange = () =>
  useMutation({
    mutationFn: async (email: string): Promise<CodeRequest> => {
      const { challenge } = await sendApi<RequestCodeAnswer>('POST', '/api/auth/email', { email });
      return { email, challenge, sentAt: Date.now() };
    },
  });

/** Makes an address the user's, by the code that was mailed there. */
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

/** Undoes a change of the address, by the token of the mail to the old one. Every session ends, this browser's too. */
export const useRestoreEmail = () =>
  useGuardedMutation({
    mutationFn: (token: string) => sendApi<{ message: string }>('POST', '/api/auth/email/undo', { token }),
    onSuccess: () => dropToken(),
  });

/** What else is ended with all other sessions. */
export interface AlsoEnded {
  readonly apiKeys: boolean;
  readonly passkeys: boolean;
}

/** Ends all other sessions and, where asked for, deletes all API keys and passkeys. */
export function useSignOutEverywhere(onDone: () => void) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: ({ apiKeys, passkeys }: AlsoEnded) =>
      sendApi('DELETE', `/api/auth/sessions?apiKeys=${apiKeys}&passkeys=${passkeys}`),
    onSuccess: onDone,
    onSettled: async () => {
      for (const query of [sessionsQuery(), apiKeysQuery(), passkeysQuery(), securityEventsQuery()])
        await client.invalidateQueries({ queryKey: query.queryKey });
    },
  });
}

/** Ends one session of the user. */
export function useEndSession() {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (sessionId: string) =>
      sendApi('DELETE', `/api/auth/sessions/${encodeURIComponent(sessionId)}`),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  });
}

/** Saves everything the service keeps of the user as a file. */
export const useSaveExport = () =>
  useGuardedMutation({
    mutationFn: async () => {
      const text = JSON.stringify(await readApi('/api/account/export'), null, 2);
      saveFile('altimeter-export.json', text, 'application/json');
    },
  });

/** Takes the data of an exported account into this one; the answer counts what there is now. */
export function useImportAccount() {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (data: Readonly<Record<string, unknown>>) =>
      sendApi<Record<string, number>>('POST', '/api/account/import', { data }),
    // All that is shown of the account may be another now.
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
