import { useQueryClient } from '@tanstack/react-query';
import type { AlertSettings, PausedAlert, UpdateAlertSettings } from '#contract/alerts/alerts.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { alertSettingsQuery } from '../queries.ts';
import { subscribeToPush, unsubscribeFromPush } from './push-subscription.ts';

const updateSettings = (change: UpdateAlertSettings) =>
  sendApi<AlertSettings>('PUT', '/api/alerts/settings', change);

/** A change of a setting for all browsers, or of push messages to this browser. */
export type DeliveryChange = UpdateAlertSettings | { readonly isSubscribed: boolean };

/** Saves a change of the notification settings. Rejects with a `PushError` if the browser refuses push messages. */
export function useChangeDelivery() {
  const client = useQueryClient();
  const { queryKey } = alertSettingsQuery();
  return useGuardedMutation({
    mutationFn: async (change: DeliveryChange) => {
      if (!('isSubscribed' in change)) await updateSettings(change);
      else if (!change.isSubscribed) await unsubscribeFromPush();
      else {
        await subscribeToPush();
        if (client.getQueryData(queryKey)?.push === false) await updateSettings({ push: true });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Pauses an alert by the link in an e-mail. Works without a session. */
export const usePauseByToken = () =>
  useGuardedMutation({
    mutationFn: (token: string) => sendApi<PausedAlert>('POST', '/api/alerts/pause', { token }),
  });
