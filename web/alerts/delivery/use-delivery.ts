import { useQuery } from '@tanstack/react-query';
import type { AlertSettings } from '#contract/alerts/alerts.ts';
import { describeFailure } from '#web/lib/errors.ts';
import { alertSettingsQuery } from '../queries.ts';
import { type DeliveryChange, useChangeDelivery } from './mutations.ts';
import { PushError } from './push-subscription.ts';
import { pushHereQuery } from './queries.ts';

export interface Delivery {
  /** Undefined until loaded. */
  readonly settings: AlertSettings | undefined;
  /** Whether this browser is subscribed to push messages. */
  readonly isSubscribed: boolean;
  readonly isBusy: boolean;
  readonly hasFailedToLoad: boolean;
  /** Why the last change failed. Null if it didn't. */
  readonly failure: string | null;
  readonly change: (change: DeliveryChange) => void;
  readonly reload: () => void;
}

/** The user's notification settings for alerts, and a way to change them. */
export function useDelivery(): Delivery {
  const settings = useQuery(alertSettingsQuery());
  const pushHere = useQuery(pushHereQuery());
  const { mutate, isPending, error } = useChangeDelivery();
  return {
    settings: settings.data,
    isSubscribed: Boolean(settings.data?.push && settings.data.pushHere && pushHere.data),
    isBusy: isPending,
    hasFailedToLoad: settings.isError && !settings.data,
    failure:
      error instanceof PushError ? error.message : describeFailure(error, 'The setting could not be saved'),
    change: mutate,
    reload: () => void settings.refetch(),
  };
}
