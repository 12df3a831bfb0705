import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddApiKey, AddedApiKey } from '#contract/accounts/api-keys.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { securityEventsQuery } from '../queries.ts';
import { apiKeysQuery } from './queries.ts';

/** Creates an API key. Only this answer contains the key itself. */
export function useAddApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: AddApiKey) => sendApi<AddedApiKey>('POST', '/api/keys', request),
    onSuccess: () => {
      void client.invalidateQueries(apiKeysQuery());
      void client.invalidateQueries(securityEventsQuery());
    },
  });
}

/** Deletes an API key. Calls `onRemoved` before the list is refreshed, so that the dialog closes and focus is kept. */
export function useRemoveApiKey(onRemoved: () => void) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (keyId: string) => sendApi('DELETE', `/api/keys/${encodeURIComponent(keyId)}`),
    onSuccess: onRemoved,
    onSettled: () => {
      void client.invalidateQueries(securityEventsQuery());
      return client.invalidateQueries(apiKeysQuery());
    },
  });
}
