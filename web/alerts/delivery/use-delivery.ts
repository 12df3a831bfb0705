import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertSettings, UpdateAlertSettings } from '#contract/alerts.ts';
import { ApiError } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/form/use-action.ts';
import { alertSettingsQuery, updateSettings } from '../queries.ts';
import { isListening, startPush, stopPush } from './push-browser.ts';

export interface Delivery {
  /** Undefined: not known yet. */
  readonly settings: AlertSettings | undefined;
  readonly isPushedTo: boolean;
  readonly isBusy: boolean;
  readonly hasFailedToLoad: boolean;
  /** Why the last change failed. */
  readonly failure: string | null;
  readonly change: (change: UpdateAlertSettings) => void;
  readonly changePush: (isOn: boolean) => void;
  readonly reload: () => void;
}

/** How the user is told of alerts, and how to change it. */
export function useDelivery(): Delivery {
  const client = useQueryClient();
  const { queryKey } = alertSettingsQuery();
  const settings = useQuery(alertSettingsQuery());
  // Who clears the site's data ends this without the server knowing.
  const listening = useQuery({ queryKey: [...queryKey, 'here'], queryFn: isListening, staleTime: 0 });
  const refresh = () => client.invalidateQueries({ queryKey });
  const action = useAction(async (act: () => Promise<unknown>) => {
    try {
      await act();
    } finally {
      await refresh();
    }
  });
  return {
    settings: settings.data,
    isPushedTo: Boolean(settings.data?.push && settings.data.pushHere && listening.data),
    isBusy: action.isBusy,
    hasFailedToLoad: settings.isError && !settings.data,
    failure: action.failure === undefined ? null : describeFailure(action.failure),
    change: (change) => void action.run(() => updateSettings(change)),
    changePush: (isOn) =>
      void action.run(async () => {
        if (!isOn) return stopPush();
        await startPush();
        if (settings.data && !settings.data.push) await updateSettings({ push: true });
      }),
    reload: () => void settings.refetch(),
  };
}

function describeFailure(failure: unknown): string {
  if (failure instanceof ApiError) return failure.answer.message ?? 'That could not be saved.';
  // Of what browsers themselves throw, only our own words are for people.
  const isOurs = failure instanceof Error && failure.constructor === Error;
  return isOurs ? failure.message : 'That could not be saved. Please check the connection.';
}
