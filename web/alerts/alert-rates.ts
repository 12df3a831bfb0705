import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { pageCurrencyQuery, ratesQuery } from '#web/lib/money/page-currency.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { AlertQuote } from './list/alert-distance.ts';

/** An alert in another currency than dollars waits while the rates are older than this. */
const maxRateAge: Milliseconds = 3_600_000;
const refreshMs: Milliseconds = 60_000;

export interface AlertRates {
  /** Units a dollar; null if unknown. */
  readonly rateOf: (currency: string) => number | null;
  /** Why alerts in a currency wait: the instant of the rates, if they are too old. */
  readonly waitsSince: (currency: string) => Instant | null;
}

/** The rates of the currencies of alerts: none is asked for where the page knows them already. */
export function useAlertRates(currencies: readonly string[]): AlertRates {
  const money = useMoney();
  const { data: own } = useQuery({ ...pageCurrencyQuery(), enabled: false });
  const isForeign = currencies.some((code) => code !== 'usd' && code !== money.currency.code);
  const { data: rates } = useQuery({ ...ratesQuery(), enabled: isForeign, refetchInterval: refreshMs });
  const now = useNow();
  const asOf = rates?.asOf ?? own?.asOf ?? null;
  const rateOf = useCallback(
    (code: string) => {
      if (code === 'usd') return 1;
      return code === money.currency.code ? money.rate : (rates?.rates[code] ?? null);
    },
    [money, rates],
  );
  const since = asOf === null ? null : Date.parse(asOf);
  const isOld = now !== null && since !== null && now - since > maxRateAge;
  const waitsSince = useCallback((code: string) => (code !== 'usd' && isOld ? since : null), [isOld, since]);
  return useMemo(() => ({ rateOf, waitsSince }), [rateOf, waitsSince]);
}

/** A quote in dollars as one in a currency of that rate. */
export function quoteAt<T extends AlertQuote>(quote: T, rate: number | null): T {
  if (rate === 1) return quote;
  return { ...quote, price: quote.price === null || rate === null ? null : quote.price * rate };
}
