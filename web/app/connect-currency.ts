import type { QueryClient } from '@tanstack/react-query';
import { getPageCurrency, pageCurrencyQuery } from '#web/lib/money/page-currency.ts';
import { coinListQuery } from '#web/market/queries.ts';

/**
 * Refetches the market's list when another currency is chosen, because on a page in dollars its rows keep only the
 * digits shown, which are too few to convert.
 */
export function connectCurrency(queryClient: QueryClient): void {
  const [key] = pageCurrencyQuery().queryKey;
  let { code } = getPageCurrency(queryClient);
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== key) return;
    const previous = code;
    code = getPageCurrency(queryClient).code;
    if (code === previous || previous !== 'usd') return;
    void queryClient.invalidateQueries({ queryKey: coinListQuery().queryKey, exact: true });
  });
}
