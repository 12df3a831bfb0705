import { useQueryClient } from '@tanstack/react-query';
import { sendApi } from '#web/lib/api-client.ts';
import { lazyModule } from '#web/lib/lazy-module.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { storeToken } from '../session/session.ts';
import { passkeysQuery } from './queries.ts';

const ceremonies = lazyModule(() => import('./passkey-ceremonies.ts'));

/** Starts loading what needs the user's device. */
export function preparePasskeys(): void {
  ceremonies.load().catch(() => {});
}

/** Has this browser make a passkey of that name. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: async (name: string) => (await ceremonies.load()).runRegistrationCeremony(name),
    onSuccess: async ({ name }) => {
      await client.invalidateQueries(passkeysQuery());
      showToast({ title: 'Passkey added', description: `${name}: you can sign in with it from now on.` });
    },
  });
}

/** Deletes a passkey. `onRemoved` closes the dialog before the list, which keeps the focus, is refreshed. */
export function useRemovePasskey(onRemoved: () => void) {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (passkeyId: string) =>
      sendApi('DELETE', `/api/auth/passkeys/${encodeURIComponent(passkeyId)}`),
    onSuccess: onRemoved,
    onSettled: () => client.invalidateQueries(passkeysQuery()),
  });
}

/** Signs in with a passkey that the user chooses on the device. */
export const useSignInWithPasskey = (onSignedIn: () => Promise<void> | void) =>
  useGuardedMutation({
    mutationFn: async () => {
      const { runAuthenticationCeremony } = await ceremonies.load();
      storeToken(await runAuthenticationCeremony());
      await onSignedIn();
    },
  });
