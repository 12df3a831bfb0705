import type {
  Candle,
  Coin,
  CoinDetail,
  Global,
  History,
  MarketSource,
  MarketState,
  SearchCoin,
  TrendingCoin,
} from '#contract/market.ts';
import type { Fetched } from '../../../server/market/fetched.ts';
import type { MarketService } from '../../../server/market/service.ts';
import type { Snapshot } from '../../../server/market/snapshot.ts';

/** The instant at which the fake's first snapshot was fetched. */
export const fakeNow = Date.UTC(2026, 0, 2, 3, 4, 5);

/** A coin of the list. `figures` sets what a test needs. */
export function fakeCoin(id: string, figures: Partial<Coin> = {}): Coin {
  return {
    id,
    symbol: id.slice(0, 3),
    name: id[0]?.toUpperCase() + id.slice(1),
    image: `https://coin-images.coingecko.com/coins/images/1/small/${id}.png`,
    current_price: 100,
    market_cap: 1_000_000,
    market_cap_rank: 1,
    fully_diluted_valuation: 1_100_000,
    total_volume: 50_000,
    high_24h: 110,
    low_24h: 90,
    price_change_24h: 1,
    price_change_percentage_24h: 1.01,
    market_cap_change_24h: 10_000,
    market_cap_change_percentage_24h: 1,
    circulating_supply: 10_000,
    total_supply: 11_000,
    max_supply: null,
    ath: 200,
    ath_change_percentage: -50,
    ath_date: '2025-01-01T00:00:00.000Z',
    atl: 1,
    atl_change_percentage: 9_900,
    atl_date: '2020-01-01T00:00:00.000Z',
    last_updated: '2026-01-02T03:04:00.000Z',
    price_change_percentage_1h_in_currency: 0.1,
    price_change_percentage_24h_in_currency: 1.01,
    price_change_percentage_7d_in_currency: -3.2,
    sparkline_in_7d: { price: [90, 95, 100] },
    ...figures,
  };
}

export const fakeGlobal: Global = {
  active_cryptocurrencies: 12_000,
  markets: 1_000,
  total_market_cap: { usd: 3e12 },
  total_volume: { usd: 1e11 },
  market_cap_percentage: { btc: 55.5 },
  market_cap_change_percentage_24h_usd: -1.2,
  updated_at: fakeNow / 1000,
};

export function fakeTrendingCoin(id: string): TrendingCoin {
  return {
    id,
    name: id,
    symbol: id.slice(0, 3),
    small: `https://coin-images.coingecko.com/coins/images/1/small/${id}.png`,
    thumb: `https://coin-images.coingecko.com/coins/images/1/thumb/${id}.png`,
    market_cap_rank: 7,
    price: 1.5,
    price_change_percentage_24h: 2,
  };
}

/** A snapshot of bitcoin and ethereum at `fakeNow`. `parts` replaces what a test needs. */
export function fakeSnapshot(parts: Partial<Snapshot> = {}): Snapshot {
  return {
    source: 'coingecko',
    asOf: fakeNow,
    coins: [fakeCoin('bitcoin', { market_cap: 2_000_000 }), fakeCoin('ethereum', { market_cap_rank: 2 })],
    global: fakeGlobal,
    trending: [fakeTrendingCoin('pepe')],
    rejected: 0,
    ...parts,
  };
}

export function fakeDetail(id: string): CoinDetail {
  const usd = { usd: 1 };
  const usdDate = { usd: '2025-01-01T00:00:00.000Z' };
  const image = (size: string) => `https://coin-images.coingecko.com/coins/images/1/${size}/${id}.png`;
  return {
    id,
    symbol: id.slice(0, 3),
    name: id,
    image: { thumb: image('thumb'), small: image('small'), large: image('large') },
    market_cap_rank: 1,
    description: { en: 'A coin.' },
    links: { homepage: [], blockchain_site: [], repos_url: { github: [] } },
    market_data: {
      current_price: usd,
      market_cap: usd,
      total_volume: usd,
      high_24h: usd,
      low_24h: usd,
      price_change_24h: 1,
      price_change_percentage_24h: 1,
      price_change_percentage_1h_in_currency: usd,
      price_change_percentage_7d_in_currency: usd,
      circulating_supply: 1,
      total_supply: 1,
      max_supply: null,
      ath: usd,
      ath_change_percentage: usd,
      ath_date: usdDate,
      atl: usd,
      atl_change_percentage: usd,
      atl_date: usdDate,
      last_updated: null,
    },
    last_updated: null,
  };
}

/** The answers to on-demand calls, which a test may change. Absent: the coin is unknown. */
interface OnDemand {
  details: Map<string, Fetched<CoinDetail>>;
  histories: Map<string, Fetched<History>>;
  candles: Map<string, Fetched<readonly Candle[]>>;
  hits: Fetched<readonly SearchCoin[]>;
}

/**
 * A `MarketService` that a test controls: `publish` sets a new snapshot, `setState` its state. `calls` lists the
 * on-demand requests, such as `getCoin bitcoin` or `getHistory bitcoin 7 daily`.
 */
export class FakeMarket implements MarketService {
  readonly calls: string[] = [];
  readonly onDemand: OnDemand = {
    details: new Map(),
    histories: new Map(),
    candles: new Map(),
    hits: { value: [], fetchedAt: fakeNow, isStale: false },
  };
  #snapshot: Snapshot | null;
  #state: MarketState;
  readonly #listeners = new Set<() => void>();

  constructor(snapshot: Snapshot | null = fakeSnapshot()) {
    this.#snapshot = snapshot;
    this.#state = snapshot ? 'live' : 'starting';
  }

  publish(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    this.setState('live');
  }

  setState(state: MarketState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  status() {
    const source: MarketSource = this.#snapshot?.source ?? 'coingecko';
    const asOf = this.#snapshot ? new Date(this.#snapshot.asOf).toISOString() : null;
    return { source, state: this.#state, asOf };
  }

  snapshot(): Snapshot | null {
    return this.#snapshot;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async getCoin(coinId: string) {
    this.calls.push(`getCoin ${coinId}`);
    return this.onDemand.details.get(coinId) ?? null;
  }

  async getHistory(coinId: string, days: number | 'max', interval: string) {
    this.calls.push(`getHistory ${coinId} ${days} ${interval}`);
    return this.onDemand.histories.get(coinId) ?? null;
  }

  async listCandles(coinId: string, days: number) {
    this.calls.push(`listCandles ${coinId} ${days}`);
    return this.onDemand.candles.get(coinId) ?? null;
  }

  async searchCoins(query: string) {
    this.calls.push(`searchCoins ${query}`);
    return this.onDemand.hits;
  }
}
