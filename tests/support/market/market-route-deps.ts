import { createCurrencyHistory } from '#server/market/currencies/service.ts';
import type { Upstream } from '#server/market/feed/upstream.ts';
import { createLogoAddresses } from '#server/market/images/logo-addresses.ts';
import type { MarketRoutesDeps } from '#server/market/routes.ts';
import { type FakeMarket, fakeNow } from './fake-market.ts';
import { fakeRateService } from './fake-rates.ts';

/** The dependencies of the market's routes in tests. The clock stands at `fakeNow`. */
export function marketRouteDeps(
  market: FakeMarket,
  rates = fakeRateService(),
  upstream?: Upstream,
): MarketRoutesDeps {
  const clock = { now: () => fakeNow };
  return {
    market,
    publicUrl: () => 'https://altimeter.example',
    version: '1.2.3',
    newsStatus: () => ({ state: 'off', asOf: null }),
    degraded: () => [],
    logos: createLogoAddresses(market),
    allowHistory: async () => undefined,
    rates,
    currencyHistory: createCurrencyHistory({ market, upstream: () => upstream, rates, clock }),
  };
}
