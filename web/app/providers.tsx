import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Site, SiteContext } from '../lib/site.ts';

interface ProvidersProps {
  queryClient: QueryClient;
  site: Site;
  children: ReactNode;
}

/** What every component may rely on: the cache of server data, and what the server says of itself. */
export function Providers({ queryClient, site, children }: ProvidersProps) {
  return (
    <SiteContext value={site}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </SiteContext>
  );
}
