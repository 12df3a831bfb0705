import { queryOptions } from '@tanstack/react-query';
import { alertSettingsQuery } from '../queries.ts';
import { isListening } from './push-subscription.ts';

/** Whether this browser listens for push messages. The server can't know: clearing the site's data ends it. */
export const pushHereQuery = () =>
  queryOptions({
    queryKey: [...alertSettingsQuery().queryKey, 'here'],
    queryFn: isListening,
    staleTime: 0,
  });
