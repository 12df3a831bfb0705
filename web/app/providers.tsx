import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { createMoney } from '#web/lib/money/money.ts';
import { MoneyContext } from '#web/lib/money/money-context.ts';
import { getPageCurrency, pageCurrencyQuery } from '#web/lib/money/page-currency.ts';
import { type Site, SiteContext } from '#web/lib/site.ts';

interface ProvidersProps {
  queryClient: QueryClient;
  site: Site;
  children: ReactNode;
}

/** Provides the query cache, the reader's currency and the site's settings to every component. */
export function Providers({ queryClient, site, children }: ProvidersProps) {
  return (
    <SiteContext value={site}>
      <QueryClientProvider client={queryClient}>
        <MoneyProvider queryClient={queryClient}>{children}</MoneyProvider>
      </QueryClientProvider>
    </SiteContext>
  );
}

function MoneyProvider({ queryClient, children }: Omit<ProvidersProps, 'site'>) {
  const { data = getPageCurrency(queryClient) } = useQuery(pageCurrencyQuery());
  const { code, rate } = data;
  const money = useMemo(() => createMoney(code, rate), [code, rate]);
  return <MoneyContext value={money}>{children}</MoneyContext>;
}
