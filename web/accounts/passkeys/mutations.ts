import { useQueryClient } from '@tanstack/react-query';
import { sendApi } from '#web/lib/api-client.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { securityEventsQuery } from '../queries.ts';
import { storeToken } from '../session/session.ts';
import { passkeysQuery } from './queries.ts';

const ceremonies = lazyModule(() => import('./passkey-ceremonies.ts'));

/** Preloads the code of the passkey ceremonies. */
export function preparePasskeys(): void {
  ceremonies.load().catch(() => {});
}

/** Creates a passkey with a name in this browser. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: async (name: string) => (await ceremonies.load()).runRegistrationCeremony(name),
    onSuccess: async ({ name }) => {
      void client.invalidateQueries(securityEventsQuery());
      await client.invalidateQueries(passkeysQuery());
      showToast({ title: 'Passkey added', description: `You can now sign in with “${name}”.` });
    },
  });
}

/** Deletes a passkey. Calls `onRemoved` before the list is refreshed, so that the dialog closes and focus is kept. */
export function useRemovePasskey(onRemoved: () => void) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (passkeyId: string) =>
      sendApi('DELETE', `/api/auth/passkeys/${encodeURIComponent(passkeyId)}`),
    onSuccess: onRemoved,
    onSettled: () => {
      void client.invalidateQueries(securityEventsQuery());
      return client.invalidateQueries(passkeysQuery());
    },
  });
}

/** Signs in with a passkey chosen on the user's device. */
export const useSignInWithPasskey = (onSignedIn: () => Promise<void> | void) =>
  useGuardedMutation({
    mutationFn: async () => {
      const { runAuthenticationCeremony } = await ceremonies.load();
      storeToken(await runAuthenticationCeremony());
      await onSignedIn();
    },
  });
