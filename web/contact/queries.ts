import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SiteContacts } from '#contract/site.ts';
import { type ApiReader, readApi } from '#web/lib/api-client.ts';

/** When support can be reached and where to write. Changes only when the server restarts. */
export const siteContactsQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['site', 'contacts'],
    queryFn: ({ signal }) => read<SiteContacts>('/api/site/contacts', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

const unknown: SiteContacts = { support: { response: '', chat: '', hours: [] }, contacts: [] };

/** Empty until known. */
export function useSiteContacts(): SiteContacts {
  return useQuery(siteContactsQuery()).data ?? unknown;
}
