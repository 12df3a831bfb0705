import { queryOptions } from '@tanstack/react-query';
import { alertSettingsQuery } from '../queries.ts';
import { hasPushSubscription } from './push-subscription.ts';

/** Whether this browser listens for push messages. The server can't know: clearing the site's data ends it. */
export const pushHereQuery = () =>
  queryOptions({
    queryKey: [...alertSettingsQuery().queryKey, 'here'],
    queryFn: hasPushSubscription,
    staleTime: 0,
  });
