import type { Coin } from '#contract/market.ts';
import { coinDescriptions } from './coin-descriptions.ts';
import { coinLinks } from './coin-links.ts';

const listed = (address: string | undefined) => (address === undefined ? [] : [address]);

/** A coin's description in plain text and its http(s) links; lists are empty if nothing is known. */
export function getCoinProfile(row: Pick<Coin, 'id' | 'name' | 'symbol' | 'market_cap_rank'>): {
  description: string;
  homepage: string[];
  explorers: string[];
  repositories: string[];
} {
  const known = coinLinks[row.id];
  const symbol = row.symbol.toUpperCase();
  const fallback = `${row.name} (${symbol}) is ranked ${row.market_cap_rank} in the demo market, where every price is simulated.`;
  return {
    description: coinDescriptions[row.id] ?? fallback,
    homepage: listed(known?.homepage),
    explorers: listed(known?.explorer),
    repositories: listed(known?.github),
  };
}
