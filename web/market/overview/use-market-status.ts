import { useQuery } from '@tanstack/react-query';
import type { MarketState, MarketStatus } from '#contract/market.ts';
import { useNow } from '#web/lib/use-now.ts';
import { statusQuery } from '../queries.ts';

/** The status is fetched once a minute. Prices count as stale after two minutes and 10 s without an answer. */
const silentAfterMs = 130_000;
const openedAt = Date.now();

export interface MarketStatusView extends MarketStatus {
  /** Simulated prices must always be labelled. */
  readonly isSimulated: boolean;
  /** The server has not answered for a while, so its last status no longer counts. */
  readonly isSilent: boolean;
}

const unknown: MarketStatus = { source: 'coingecko', state: 'starting', asOf: null };

/** Source, state and age of the market data, according to the server; stale while the server does not answer. */
export function useMarketStatus(): MarketStatusView {
  const { data, dataUpdatedAt } = useQuery({ ...statusQuery(), refetchOnWindowFocus: true });
  const now = useNow();
  const market = data?.market ?? unknown;
  // The fetch time in a server-rendered page may look old by this browser's clock, so count from the page's opening.
  const isSilent = now !== null && now - Math.max(dataUpdatedAt, openedAt) > silentAfterMs;
  const state: MarketState = isSilent && market.asOf !== null ? 'stale' : market.state;
  return { ...market, state, isSimulated: market.source === 'simulated', isSilent };
}
