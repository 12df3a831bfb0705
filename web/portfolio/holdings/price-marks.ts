import type { PriceState } from '#contract/portfolio.ts';

/** What is said of a price that cannot be taken as the present one; null where it can. */
export const priceMarks: Record<PriceState, string | null> = {
  live: null,
  stale: 'Price is stale',
  quarantined: 'Price being checked',
  unavailable: 'No price right now',
  gone: 'No longer in the market',
};
