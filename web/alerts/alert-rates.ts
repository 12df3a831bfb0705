import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Milliseconds } from '#contract/units.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { ratesQuery } from '#web/lib/money/page-currency.ts';
import type { AlertQuote } from './list/alert-distance.ts';

const refreshMs: Milliseconds = 60_000;

/** Units of a currency a dollar; null if unknown. */
export type RateOf = (currency: string) => number | null;

/** The rates of the currencies of alerts: none is asked for where the page knows them already. */
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

/** A quote in dollars as one in a currency of that rate. */
export function quoteAt<T extends AlertQuote>(quote: T, rate: number | null): T {
  if (rate === 1) return quote;
  return { ...quote, price: quote.price === null || rate === null ? null : quote.price * rate };
}
