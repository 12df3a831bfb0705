import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Milliseconds } from '#contract/units.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { ratesQuery } from '#web/lib/money/page-currency.ts';
import type { AlertQuote } from './list/alert-distance.ts';

const refreshMs: Milliseconds = 60_000;

/** Units of a currency per US dollar. Null if unknown. */
export type RateOf = (currency: string) => number | null;

/** The exchange rates of the alerts' currencies. Fetched only if the page doesn't have them already. */
export function useAlertRates(currencies: readonly string[]): RateOf {
  const money = useMoney();
  const isForeign = currencies.some((code) => code !== 'usd' && code !== money.currency.code);
  const { data: rates } = useQuery({ ...ratesQuery(), enabled: isForeign, refetchInterval: refreshMs });
  return useCallback(
    (code: string) => {
      if (code === 'usd') return 1;
      return code === money.currency.code ? money.rate : (rates?.rates[code] ?? null);
    },
    [money, rates],
  );
}

/** Converts a quote from US dollars at a rate. Its price is null if the rate is. */
export function convertQuote<T extends AlertQuote>(quote: T, rate: number | null): T {
  if (rate === 1) return quote;
  return { ...quote, price: quote.price === null || rate === null ? null : quote.price * rate };
}
