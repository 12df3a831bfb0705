import { describe, expect, it } from 'vitest';
import { candlesSchema, coinDetailSchema, coinSchema, historySchema } from '#contract/market.ts';
import { hasRecordings, readRecording } from '../../../tests/support/market/recordings.ts';
import { parseCoin } from './parse-coin.ts';
import { parseCoins } from './parse-coins.ts';
import { parseGlobal } from './parse-global.ts';
import { parseCandles, parseHistory } from './parse-history.ts';
import { parseSearch, parseTrending } from './parse-search.ts';

const read = (path: string) => readRecording(`coingecko/${path}`);

describe.skipIf(!hasRecordings)('recorded answers of the provider', () => {
  it.each([
    ['2021-coins-markets-ids-bitcoin-20ethereum-vs-currency-eth.json', 2, 0],
    ['2022-11-02-usd-stablecoins-87.json', 87, 0],
    [
      '2022-coins-markets-order-market-cap-desc-per-page-250-sparkline-false-price-change-percentage-1.json',
      16,
      0,
    ],
    ['2024-12-04-usd-100.json', 100, 0],
    ['2024-12-19-usd-100-sparkline-all-changes.json', 100, 0],
    ['2025-04-24-usd-100-24h.json', 100, 0],
  ])('%s has %d coins, %d of them skipped', (file, count, rejected) => {
    const parsed = parseCoins(read(`coins-markets/${file}`));
    expect(parsed.rows).toHaveLength(count);
    expect(parsed.rejected).toBe(rejected);
    for (const row of parsed.rows) {
      expect(coinSchema.parse(row)).toEqual(row);
      expect(row.current_price).toBeGreaterThan(0);
    }
  });

  it('a market cap of 0 is unknown, and so is a missing rank', () => {
    const { rows } = parseCoins(read('coins-markets/2022-11-02-usd-stablecoins-87.json'));
    expect(rows.filter((row) => row.market_cap === null && row.market_cap_rank === null)).toHaveLength(22);
    expect(rows.filter((row) => row.price_change_percentage_24h === null)).toHaveLength(9);
  });

  it('sparklines of 41 to 169 points are cut to 30', () => {
    const { rows } = parseCoins(read('coins-markets/2024-12-19-usd-100-sparkline-all-changes.json'));
    expect(new Set(rows.map((row) => row.sparkline_in_7d?.price.length))).toEqual(new Set([30]));
  });

  it('coins that share a symbol are kept apart by id, and the order stays the provider’s', () => {
    const body = read('coins-markets/2024-12-04-usd-100.json') as { id: string }[];
    const { rows } = parseCoins(body);
    expect(rows.filter(({ symbol }) => symbol === 'weth').length).toBeGreaterThan(1);
    expect(rows.map(({ id }) => id)).toEqual(body.map(({ id }) => id));
  });

  it.each([
    // The recording has no dollar price.
    ['2023-03-25-bitcoin.json', 'bitcoin', null],
    ['2023-07-28-matic-network-full.json', 'matic-network', 0.710772],
    ['2024-04-07-usd-coin-contract.json', 'usd-coin', 1.003],
    [
      '2024-pro-coins-bitcoin-localization-True-tickers-True-include-exchange-logo-False-market-data-True-.json',
      'bitcoin',
      42_652,
    ],
  ])('%s is %s at %s', (file, id, price) => {
    const coin = parseCoin(read(`coins-id/${file}`));
    expect(coinDetailSchema.parse(coin)).toEqual(coin);
    expect(coin.id).toBe(id);
    expect(coin.market_data.current_price.usd).toBe(price);
    expect(coin.description.en).not.toMatch(/<\/?[a-z]+[^>]*>|&[a-z]+;/i);
    expect(coin.links.homepage.length).toBeGreaterThan(0);
    for (const link of coin.links.homepage) expect(link).toMatch(/^https?:\/\//);
  });

  it.each([
    ['2021-global.json', 2142953338976.9612, 7362],
    ['2025-04-07-global.json', 2515268352188.766, 17111],
  ])('%s gives the global figures', (file, marketCap, coins) => {
    const global = parseGlobal(read(`global/${file}`));
    expect(global.total_market_cap).toEqual({ usd: marketCap });
    expect(global.active_cryptocurrencies).toBe(coins);
    expect(global.market_cap_percentage.btc).toBeGreaterThan(30);
  });

  it.each([
    ['2021-coins-bitcoin-ohlc-days-7-vs-currency-usd.json', 42],
    ['2024-pro-coins-bitcoin-ohlc-vs-currency-usd-days-1.json', 49],
  ])('%s has %d candles', (file, count) => {
    const candles = parseCandles(read(`ohlc/${file}`));
    expect(candlesSchema.parse(candles)).toHaveLength(count);
  });

  it.each([
    ['2021-coins-bitcoin-market-chart-days-1-vs-currency-usd.json', 288],
    ['2021-coins-bitcoin-market-chart-days-30-vs-currency-usd.json', 722],
    ['2021-coins-bitcoin-market-chart-days-90-interval-daily-vs-currency-usd.json', 91],
    ['2022-coins-bitcoin-market-chart-days-MOCK-DAYS-vs-currency-usd.json', 368],
    ['2023-10-10-bitcoin-7d.json', 169],
    ['2025-04-24-wayfinder-90d.json', 15],
  ])('%s has %d prices at ascending instants', (file, count) => {
    const history = parseHistory(read(`market_chart/${file}`));
    expect(historySchema.parse(history).prices).toHaveLength(count);
    for (const points of Object.values(history) as (typeof history)['prices'][]) {
      points.forEach(([time], index) => {
        if (index > 0) expect(time).toBeGreaterThan(points[index - 1]![0]);
      });
    }
    expect(history.market_caps.every(([, cap]) => cap > 0)).toBe(true);
  });

  it.each([
    ['2021-search-trending.json', 7, 0],
    ['2024-05-23-trending-full.json', 15, 15],
  ])('%s has %d trending coins, %d with a price', (file, count, priced) => {
    const { rows, rejected } = parseTrending(read(`search-trending/${file}`));
    expect(rows).toHaveLength(count);
    expect(rejected).toBe(0);
    expect(rows.filter(({ price }) => price !== null)).toHaveLength(priced);
    expect(rows.filter((row) => row.price_change_percentage_24h !== null)).toHaveLength(priced);
  });

  it('the recorded search has three coins', () => {
    const { rows } = parseSearch(read('search/2024-search.json'));
    expect(rows.map(({ id }) => id)).toEqual(['ethereum', 'ethereum-classic', 'sweth']);
  });
});
