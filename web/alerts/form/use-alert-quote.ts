import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CoinQuote, coinQuotesQuery } from '#web/market/live/coin-quotes.ts';
import { useLiveMarket } from '#web/market/live/use-live-market.ts';
import { convertQuote, useAlertRates } from '../alert-rates.ts';

/** The live quote of a coin in the market list, in a currency. Null if there is none. */
export function useAlertQuote(coinId: string | undefined, currency: string): CoinQuote | null {
  const isOn = coinId !== undefined;
  const { data } = useQuery({ ...coinQuotesQuery([coinId ?? '']), enabled: isOn });
  useLiveMarket('cards', isOn);
  const rateOf = useAlertRates([currency]);
  const quote = isOn ? data?.[coinId] : undefined;
  const rate = rateOf(currency);
  return useMemo(() => (quote && rate !== null ? convertQuote(quote, rate) : null), [quote, rate]);
}
