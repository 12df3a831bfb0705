import type { PriceState } from '#contract/portfolio.ts';

/** The note next to a price that is not current; null for one that is. */
export const priceMarks: Record<PriceState, string | null> = {
  live: null,
  stale: 'Price is stale',
  quarantined: 'Price being checked',
  unavailable: 'No price right now',
  gone: 'No longer on the market',
};
