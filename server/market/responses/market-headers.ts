import type { MarketStatus } from '#contract/market.ts';

/** `no-cache`: clients revalidate each time, so Refresh always reaches the server (and often gets a 304). */
export const headersOf = (state: 'live' | 'stale' | 'simulated') => ({
  'x-market-data': state,
  'cache-control': 'no-cache',
});
const live = headersOf('live');
const stale = headersOf('stale');
const simulated = headersOf('simulated');

/** Headers of every market response. The state is only here, so that a body does not change as it ages. */
export function marketHeaders(
  status: MarketStatus,
  isStale = status.state !== 'live',
): Record<string, string> {
  if (status.source === 'simulated') return simulated;
  return isStale ? stale : live;
}
