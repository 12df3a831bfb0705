import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CurrentUser } from '#contract/accounts/accounts.ts';
import { serializeCurrencyCookie } from '#contract/currencies/currency-cookie.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { pageCurrencyQuery, pickCurrency, ratesQuery } from '#web/lib/money/page-currency.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { currentUserQuery } from '../queries.ts';
import { getToken } from '../session/session.ts';

/**
 * Shows all figures in another currency, and remembers it in this browser and, if signed in, in the account. The page
 * changes immediately, or not at all if there is no rate.
 */
export function useChooseCurrency(): (code: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (code) => {
      try {
        const rates = await client.fetchQuery(ratesQuery());
        const chosen = pickCurrency(rates, code);
        if (!chosen) throw new Error(`There is no rate for ${code}`);
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't available everywhere
        document.cookie = serializeCurrencyCookie(code, isSecureContext);
        client.setQueryData(pageCurrencyQuery().queryKey, chosen);
      } catch {
        const description = 'The currency could not be changed';
        showToast({ title: 'Error', description, variant: 'destructive' });
        return;
      }
      if (getToken() === null) return;
      try {
        const user = await sendApi<CurrentUser>('PUT', '/api/auth/me', { displayCurrency: code });
        client.setQueryData(currentUserQuery().queryKey, user);
      } catch {
        const description = 'The currency could not be saved in your account';
        showToast({ title: 'Error', description, variant: 'destructive' });
      }
    },
    [client],
  );
}
