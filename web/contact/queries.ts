import { queryOptions, useQuery } from '@tanstack/react-query';
import type { SiteContacts } from '#contract/site.ts';
import { type ApiReader, readApi } from '#web/lib/api-client.ts';

/** When support can be reached and where to write; the same until the server is started again. */
export const siteContactsQuery = (read: ApiReader = readApi) =>
  queryOptions({
    queryKey: ['site', 'contacts'],
    queryFn: ({ signal }) => read<SiteContacts>('/api/site/contacts', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

const unknown: SiteContacts = { support: { response: '', chat: '', hours: [] }, contacts: [] };

/** Without entries until they are known. */
export function useSiteContacts(): SiteContacts {
  return useQuery(siteContactsQuery()).data ?? unknown;
}
