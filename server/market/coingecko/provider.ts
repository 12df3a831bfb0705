import type { HistoryDays, HistoryInterval } from '#contract/market.ts';
import { type MarketProvider, UpstreamError } from '../provider.ts';
import { type CoinGeckoClient, type CoinGeckoClientOptions, createCoinGeckoClient } from './client.ts';
import { parseCoin } from './parse-coin.ts';
import { parseCoinList } from './parse-coin-list.ts';
import { coinsPerPage, parseCoins } from './parse-coins.ts';
import { parseGlobal } from './parse-global.ts';
import { parseCandles, parseHistory } from './parse-history.ts';
import { parseRates } from './parse-rates.ts';
import { parseSearch, parseTrending } from './parse-search.ts';
import { CoinNotFoundError } from './to-upstream-error.ts';

/** The history limit of the public and demo plans; they answer `max` with 401 and error code 10012. */
const maxPublicHistoryDays = 365;

/** CoinGecko's API v3, in dollars unless another currency is requested. */
export function createCoinGeckoProvider(options: CoinGeckoClientOptions): MarketProvider {
  const client = createCoinGeckoClient(options);
  return {
    source: 'coingecko',
    listCoins: (signal) => listCoins(client, signal),
    listAllCoins: async (signal) =>
      parseCoinList(await client.read((sdk) => sdk.coins.list.get({}, { signal }))),
    getGlobal: async (signal) => parseGlobal(await client.read((sdk) => sdk.global.get({ signal }))),
    listTrending: async (signal) =>
      parseTrending(await client.read((sdk) => sdk.search.trending.get({}, { signal }))),
    searchCoins: async (query, signal) =>
      parseSearch(await client.read((sdk) => sdk.search.get({ query }, { signal }))),
    getRates: async (signal) => parseRates(await client.read((sdk) => sdk.exchangeRates.get({ signal }))),
    getCoin: (coinId, signal) =>
      orNull(coinId, async () => {
        const coin = parseCoin(await client.read((sdk) => sdk.coins.getID(coinId, detailOnly, { signal })));
        if (coin.id.toLowerCase() === coinId.toLowerCase()) return coin;
        throw new UpstreamError('unreadable', 'The answer is about another coin');
      }),
    getHistory: (coinId, days, interval, signal, currency = 'usd') =>
      orNull(coinId, async () =>
        parseHistory(
          await client.read((sdk) =>
            sdk.coins.marketChart.get(
              coinId,
              { ...toChartQuery(days, interval, options.plan), vs_currency: currency },
              { signal },
            ),
          ),
        ),
      ),
    listCandles: (coinId, days, signal, currency = 'usd') =>
      orNull(coinId, async () =>
        parseCandles(
          await client.read((sdk) =>
            sdk.coins.ohlc.get(coinId, { vs_currency: currency, days: candleSpans[days] }, { signal }),
          ),
        ),
      ),
  };
}

const detailOnly = {
  localization: false,
  tickers: false,
  market_data: true,
  community_data: false,
  developer_data: false,
  sparkline: false,
} as const;

const candleSpans = { 1: '1', 7: '7', 30: '30', 365: '365' } as const;

async function listCoins(client: CoinGeckoClient, signal: AbortSignal) {
  const body = await client.read((sdk) =>
    sdk.coins.markets.get(
      {
        vs_currency: 'usd',
        order: 'market_cap_desc',
        per_page: coinsPerPage,
        page: 1,
        sparkline: true,
        price_change_percentage: '1h,24h,7d',
      },
      { signal },
    ),
  );
  const parsed = parseCoins(body);
  if (parsed.rows.length === 0) throw new UpstreamError('unreadable', 'The answer has no coin');
  return parsed;
}

function toChartQuery(days: HistoryDays, interval: HistoryInterval, plan: CoinGeckoClientOptions['plan']) {
  const span = days === 'max' && plan !== 'pro' ? maxPublicHistoryDays : days;
  return {
    days: String(span),
    ...(interval === 'daily' && { interval: 'daily' as const }),
  };
}

/** Paths next to those of coins, such as `/coins/list`, which answers with the list of all coins. */
const otherPaths: ReadonlySet<string> = new Set(['list', 'markets', 'categories', 'top_gainers_losers']);

/**
 * Returns null if the provider does not know the coin. Never sends an id of only dots, which would change the path, nor
 * one that is another path.
 */
async function orNull<T>(coinId: string, read: () => Promise<T>): Promise<T | null> {
  if (/^\.+$/.test(coinId) || otherPaths.has(coinId.toLowerCase())) return null;
  try {
    return await read();
  } catch (error) {
    if (error instanceof CoinNotFoundError) return null;
    throw error;
  }
}
