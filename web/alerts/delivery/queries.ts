import { queryOptions } from '@tanstack/react-query';
import { alertSettingsQuery } from '../queries.ts';
import { hasPushSubscription } from './push-subscription.ts';

/** Whether this browser is subscribed to push messages. The server can't know, as clearing site data ends it. */
export const pushHereQuery = () =>
  queryOptions({
    queryKey: [...alertSettingsQuery().queryKey, 'here'],
    queryFn: hasPushSubscription,
    staleTime: 0,
  });
