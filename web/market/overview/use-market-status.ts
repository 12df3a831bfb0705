import { useQuery } from '@tanstack/react-query';
import type { MarketState, MarketStatus } from '#contract/market.ts';
import { useNow } from '#web/lib/use-now.ts';
import { statusQuery } from '../queries.ts';

/** The server is asked once a minute; without an answer for twice that and 10 s, prices count as stale. */
const silentAfterMs = 130_000;
const openedAt = Date.now();

export interface MarketStatusView extends MarketStatus {
  /** Simulated prices must always be labelled. */
  readonly isSimulated: boolean;
  /** The server itself has not answered for a while, so that its last status no longer counts. */
  readonly isSilent: boolean;
}

const unknown: MarketStatus = { source: 'coingecko', state: 'starting', asOf: null };

/** Source, state and age of the market data, as the server says; stale while the server does not answer. */
export function useMarketStatus(): MarketStatusView {
  const { data, dataUpdatedAt } = useQuery({ ...statusQuery(), refetchOnWindowFocus: true });
  const now = useNow();
  const market = data?.market ?? unknown;
  // A page from the server carries the data's own instant, which by another clock may seem old: count from its opening.
  const isSilent = now !== null && now - Math.max(dataUpdatedAt, openedAt) > silentAfterMs;
  const state: MarketState = isSilent && market.asOf !== null ? 'stale' : market.state;
  return { ...market, state, isSimulated: market.source === 'simulated', isSilent };
}
