import type { GlobalFigures } from '#web/market/queries.ts';

/** The market figures to embed in a page. Only bitcoin's market share is shown. */
export function pickGlobal(global: GlobalFigures): GlobalFigures {
  const { active_cryptocurrencies, total_market_cap, total_volume, market_cap_percentage } = global;
  const { btc } = market_cap_percentage;
  return {
    active_cryptocurrencies,
    total_market_cap: { usd: total_market_cap.usd },
    total_volume: { usd: total_volume.usd },
    market_cap_percentage: btc === undefined ? {} : { btc },
    market_cap_change_percentage_24h_usd: global.market_cap_change_percentage_24h_usd,
    updated_at: global.updated_at,
  };
}
