import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Site, SiteContext } from '../lib/site.ts';

interface ProvidersProps {
  queryClient: QueryClient;
  site: Site;
  children: ReactNode;
}

/** Provides the query cache and the site's settings to every component. */
export function Providers({ queryClient, site, children }: ProvidersProps) {
  return (
    <SiteContext value={site}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </SiteContext>
  );
}
