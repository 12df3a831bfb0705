import { useQuery } from '@tanstack/react-query';
import { type CoinQuote, coinQuotesQuery } from '#web/market/live/coin-quotes.ts';
import { useLiveMarket } from '#web/market/live/use-live-market.ts';

/** The present quote of a coin of the market's list, which follows the stream; null where there is none. */
export function useAlertQuote(coinId: string | undefined): CoinQuote | null {
  const isOn = coinId !== undefined;
  const { data } = useQuery({ ...coinQuotesQuery([coinId ?? '']), enabled: isOn });
  useLiveMarket('cards', isOn);
  return (isOn && data?.[coinId]) || null;
}
