import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddedApiKey, WantedApiKey } from '#contract/accounts/api-keys.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { apiKeysQuery } from './queries.ts';

/** Makes an API key. Only this answer has the key itself. */
export function useAddApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: WantedApiKey) => sendApi<AddedApiKey>('POST', '/api/keys', wanted),
    onSuccess: () => void client.invalidateQueries(apiKeysQuery()),
  });
}

/** Deletes an API key. `onRemoved` closes the dialog before the list, which keeps the focus, is refreshed. */
export function useRemoveApiKey(onRemoved: () => void) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (keyId: string) => sendApi('DELETE', `/api/keys/${encodeURIComponent(keyId)}`),
    onSuccess: onRemoved,
    onSettled: () => client.invalidateQueries(apiKeysQuery()),
  });
}
