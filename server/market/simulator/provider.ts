import { setImmediate } from 'node:timers/promises';
import { type Coin, type CoinDetail, sparklinePoints } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type MarketProvider, UpstreamError } from '../provider.ts';
import { createSimulatedCurrency } from './simulated-currency.ts';
import { simulateDetail } from './simulated-detail.ts';
import { simulateCandles, simulateDailyPrices, simulateHistory } from './simulated-history.ts';
import { createSimulatedMarket, type RankedCoin } from './simulated-market.ts';
import { simulateRates } from './simulated-rates.ts';
import { searchSimulated } from './simulated-search.ts';

/** Rows in the list, as many as CoinGecko gives on one page. */
const listLength = 250;

/** The hourly week thinned to points six hours apart that end with the current price. */
function thinSparkline(row: Coin): Coin {
  const hourly = row.sparkline_in_7d?.price ?? [];
  const last = hourly.length - 1;
  const kept = hourly.filter((_, i) => i === last || (last - 1 - i) % 6 === 0).slice(-sparklinePoints);
  return { ...row, sparkline_in_7d: { price: kept } };
}

interface SimulatedProviderDeps {
  readonly clock: Clock;
  readonly seed?: number;
  /**
   * The instant of the displayed list, which a coin, its history and its candles use too, so that a chart ends at the
   * list's price. Null or absent: now.
   */
  readonly quotedAt?: () => Instant | null;
}

/**
 * The simulated market as a provider. Deterministic: the same seed and clock give the same answers. Images are empty.
 * It never fails, except for an aborted signal.
 */
export function createSimulatedProvider({ clock, seed, quotedAt }: SimulatedProviderDeps): MarketProvider {
  const presentTime = () => quotedAt?.() ?? clock.now();
  const market = createSimulatedMarket(seed);
  const find = (coinId: string, now: number): RankedCoin | undefined =>
    market.listRanked(now).find(({ coin }) => coin.id === coinId);

  function currencyOf(code: string) {
    const currency = createSimulatedCurrency(market.path, code);
    if (!currency) throw new UpstreamError('refused', 'There is no such currency');
    return currency;
  }

  return {
    source: 'simulated',
    async listCoins(signal) {
      const now = clock.now();
      const rows: Coin[] = [];
      for (const ranked of market.listRanked(now).slice(0, listLength)) {
        rows.push(thinSparkline(market.quote(ranked, now)));
        // The first rows take milliseconds each, so let other work run in between.
        await setImmediate();
        signal.throwIfAborted();
      }
      return { rows, rejected: 0 };
    },
    async listAllCoins() {
      const rows = market
        .listRanked(clock.now())
        .map(({ coin: { id, symbol, name } }) => ({ id, symbol, name }));
      return { rows, rejected: 0 };
    },
    async getGlobal() {
      return market.getGlobal(clock.now());
    },
    async listTrending() {
      return { rows: market.listTrending(clock.now()), rejected: 0 };
    },
    async getCoin(coinId): Promise<CoinDetail | null> {
      const now = presentTime();
      const ranked = find(coinId, now);
      return ranked ? simulateDetail(market.quote(ranked, now)) : null;
    },
    async getHistory(coinId, days, interval, _signal, currency = 'usd') {
      const now = presentTime();
      const ranked = find(coinId, now);
      if (!ranked) return null;
      return currencyOf(currency).convertHistory(
        simulateHistory(market.path, ranked.coin, days, interval, now),
      );
    },
    async listDailyPrices(coinId) {
      const now = presentTime();
      const ranked = find(coinId, now);
      return ranked ? simulateDailyPrices(market.path, ranked.coin, now) : null;
    },
    async listCandles(coinId, days, _signal, currency = 'usd') {
      const now = presentTime();
      const ranked = find(coinId, now);
      return ranked
        ? currencyOf(currency).convertCandles(simulateCandles(market.path, ranked.coin, days, now))
        : null;
    },
    async getRates() {
      const now = clock.now();
      return simulateRates(now, (coinId) => find(coinId, now)?.price);
    },
    async searchCoins(query) {
      return { rows: searchSimulated(market.listRanked(clock.now()), query), rejected: 0 };
    },
  };
}
