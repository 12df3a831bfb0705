import { useQuery } from '@tanstack/react-query';
import { type CoinQuote, coinQuotesQuery } from '../market/coin-quotes.ts';
import { useLiveMarket } from '../market/use-live-market.ts';

/** The present quote of a coin of the market's list, which follows the stream; null where there is none. */
export function useAlertQuote(coinId: string | undefined): CoinQuote | null {
  const isOn = coinId !== undefined;
  const { data } = useQuery({ ...coinQuotesQuery([coinId ?? '']), enabled: isOn });
  useLiveMarket('cards', isOn);
  return (isOn && data?.[coinId]) || null;
}
