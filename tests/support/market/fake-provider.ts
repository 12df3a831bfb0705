import type { Coin, CoinDetail, Global, History, MarketSource, TrendingCoin } from '#contract/market.ts';
import type { Lease } from '#server/platform/jobs/lease.ts';
import type { ListedCoin, MarketProvider } from '../../../server/market/provider.ts';
import type { Snapshot } from '../../../server/market/snapshot.ts';
import type { MarketStore } from '../../../server/market/store.ts';
import { fakeCoin, fakeDetail, fakeGlobal, fakeTrendingCoin } from './fake-market.ts';

/** A provider whose answers a test sets, and which records its calls. Throw from `before` to make it fail. */
export class FakeProvider implements MarketProvider {
  readonly source: MarketSource;
  /** Whether each answer updates its rows' dates, like a live provider. */
  isDated = true;
  coins: Coin[] = [fakeCoin('bitcoin'), fakeCoin('ethereum', { market_cap_rank: 2 })];
  allCoins: ListedCoin[] = [{ id: 'bitcoin', symbol: 'btc', name: 'Bitcoin' }];
  global: Global = fakeGlobal;
  rates: ReadonlyMap<string, string> = new Map([
    ['usd', '1'],
    ['eur', '0.8'],
    ['btc', '0.00001'],
  ]);
  trending: TrendingCoin[] = [fakeTrendingCoin('bitcoin')];
  history: History = { prices: [[1, 2]], market_caps: [], total_volumes: [] };
  /** The histories of requests that name a currency, by currency. */
  readonly histories = new Map<string, History>();
  detail: (coinId: string) => CoinDetail | null = fakeDetail;
  /** Every call, as its name and arguments. */
  readonly calls: string[] = [];
  before: (call: string, signal: AbortSignal) => Promise<void> | void = () => undefined;

  constructor(source: MarketSource = 'coingecko') {
    this.source = source;
  }

  count(call: string): number {
    return this.calls.filter((made) => made.startsWith(call)).length;
  }

  private async answer<T>(call: string, signal: AbortSignal, value: () => T): Promise<T> {
    this.calls.push(call);
    await this.before(call, signal);
    return value();
  }

  listCoins = (signal: AbortSignal) =>
    this.answer('listCoins', signal, () => {
      const dated = { last_updated: new Date().toISOString() };
      return { rows: this.coins.map((row) => (this.isDated ? { ...row, ...dated } : row)), rejected: 0 };
    });
  listAllCoins: MarketProvider['listAllCoins'] = (signal) =>
    this.answer('listAllCoins', signal, () => ({ rows: this.allCoins, rejected: 0 }));
  getGlobal = (signal: AbortSignal) => this.answer('getGlobal', signal, () => this.global);
  listTrending = (signal: AbortSignal) =>
    this.answer('listTrending', signal, () => ({ rows: this.trending, rejected: 0 }));
  getCoin = (coinId: string, signal: AbortSignal) =>
    this.answer(`getCoin ${coinId}`, signal, () => this.detail(coinId));
  getHistory: MarketProvider['getHistory'] = (coinId, days, interval, signal, currency = '') =>
    this.answer(
      ['getHistory', coinId, days, interval, currency].join(' ').trim(),
      signal,
      () => this.histories.get(currency) ?? this.history,
    );
  listCandles: MarketProvider['listCandles'] = (coinId, days, signal, currency = '') =>
    this.answer(['listCandles', coinId, days, currency].join(' ').trim(), signal, () =>
      [[1, 2, 3, 1, 2] as const].map((c) => [...c]),
    );
  getRates = (signal: AbortSignal) => this.answer('getRates', signal, () => this.rates);
  searchCoins = (query: string, signal: AbortSignal) =>
    this.answer(`searchCoins ${query}`, signal, () => ({
      rows: [{ id: 'rare', name: 'Rare', symbol: 'RARE', thumb: '', large: '', market_cap_rank: null }],
      rejected: 0,
    }));
}

/** A store in memory, which outlives the feeds that use it. */
export function createMemoryStore(): MarketStore & { kept: Snapshot | null } {
  let revision = 0;
  return {
    kept: null,
    async saveSnapshot(snapshot) {
      this.kept = snapshot;
      revision += 1;
    },
    async loadSnapshot() {
      return this.kept;
    },
    async getStoredVersion() {
      return this.kept && { asOf: this.kept.asOf, revision };
    },
  };
}

/** A lease in memory, shared by its competitors. */
export function createMemoryLease(): Lease {
  let held: { holder: string; until: number } | null = null;
  return {
    async acquire(_name, holder, ttlMs, now) {
      if (held && held.holder !== holder && held.until > now) return false;
      held = { holder, until: now + ttlMs };
      return true;
    },
    async release(_name, holder) {
      if (held?.holder === holder) held = null;
    },
    async retire(holder) {
      if (held?.holder === holder) held = null;
    },
    confirm: async (_tx, _name, holder) => held?.holder === holder,
    // The stores used with it are in memory too, and use no transaction.
    write: async (_name, holder, work) => (held?.holder === holder ? work(undefined as never) : null),
  };
}
