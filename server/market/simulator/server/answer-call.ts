import type { Coin, HistoryDays } from '#contract/market.ts';
import { simulatedCoins } from '../coins/simulated-coins.ts';
import { createSimulatedCurrency, type SimulatedCurrency } from '../simulated-currency.ts';
import { simulateDetail } from '../simulated-detail.ts';
import { simulateCandles, simulateHistory } from '../simulated-history.ts';
import type { RankedCoin, SimulatedMarket } from '../simulated-market.ts';
import { simulateRates } from '../simulated-rates.ts';
import { searchSimulated } from '../simulated-search.ts';

/** A JSON answer in the form of CoinGecko's API. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  /** The path below `/api/v3`, such as `/coins/markets`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly now: number;
  /** Origin of the logos. */
  readonly origin: string;
  /** Applies the data faults of this call. */
  corrupt(rows: Coin[]): Coin[];
}

const found = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, error: string): Answer => ({ status, body: { error } });
const coinNotFound = refused(404, 'coin not found');

const changeRanges = ['1h', '24h', '7d'] as const;
const candleSpans = new Set(['1', '7', '14', '30', '90', '180', '365']);

/** Answers a call of the API; the server itself handles `/__…` and images. */
export function answerCall(market: SimulatedMarket, call: Call): Answer {
  const { path, query, now } = call;
  const ranked = market.listRanked(now);
  if (path === '/ping') return found({ gecko_says: '(V3) To the Moon!' });
  if (path === '/coins/list')
    return found(simulatedCoins.map(({ id, symbol, name }) => ({ id, symbol, name })));
  if (path === '/global') return found({ data: market.getGlobal(now) });
  if (path === '/exchange_rates') return found(ratesOf(ranked, now));
  if (path === '/search/trending') return found(trendingOf(market, call));
  if (path === '/search') return found(searchOf(ranked, call));
  const [, list, coinId, part, ...rest] = path.split('/');
  if (list !== 'coins' || coinId === undefined || rest.length > 0) {
    return refused(404, 'Incorrect path. Please check https://www.coingecko.com/api/');
  }
  // The list is available in dollars only.
  const isInDollars = coinId === 'markets' || part === undefined;
  const currency = createSimulatedCurrency(
    market.path,
    isInDollars ? 'usd' : (query.get('vs_currency') ?? ''),
  );
  if ((part !== undefined || coinId === 'markets') && !query.has('vs_currency'))
    return refused(422, 'Missing parameter vs_currency');
  if (!currency || (coinId === 'markets' && query.get('vs_currency') !== 'usd'))
    return refused(422, 'invalid vs_currency');
  if (coinId === 'markets' && part === undefined) return found(marketsOf(market, ranked, call));
  const coin = ranked.find((entry) => entry.coin.id === coinId);
  return coin ? answerCoin(market, coin, part, { ...call, currency }) : coinNotFound;
}

function answerCoin(
  market: SimulatedMarket,
  ranked: RankedCoin,
  part: string | undefined,
  call: Call & { readonly currency: SimulatedCurrency },
): Answer {
  const { query, now, currency } = call;
  const days = query.get('days') ?? '';
  if (part === undefined) {
    const [row] = rowsOf(market, [ranked], call);
    return row ? found(paddedDetail(row)) : coinNotFound;
  }
  if (part === 'market_chart') {
    if (days !== 'max' && !/^\d{1,4}$/.test(days)) return refused(422, 'invalid days');
    const span: HistoryDays = days === 'max' ? 'max' : Math.max(1, Number(days));
    return found(
      currency.convertHistory(
        simulateHistory(
          market.path,
          ranked.coin,
          span,
          query.get('interval') === 'daily' ? 'daily' : 'auto',
          now,
        ),
      ),
    );
  }
  if (part === 'ohlc') {
    return candleSpans.has(days)
      ? found(currency.convertCandles(simulateCandles(market.path, ranked.coin, Number(days), now)))
      : refused(422, 'invalid days');
  }
  return coinNotFound;
}

function rowsOf(
  market: SimulatedMarket,
  ranked: readonly RankedCoin[],
  { now, origin, corrupt }: Call,
): Coin[] {
  const rows = ranked.map((entry) => ({
    ...market.quote(entry, now),
    image: imageOf(origin, entry.coin.id),
  }));
  return corrupt(rows);
}

const imageOf = (origin: string, coinId: string) => `${origin}/images/${coinId}.png`;

function marketsOf(market: SimulatedMarket, ranked: readonly RankedCoin[], call: Call): unknown[] {
  const { query } = call;
  const ids = query.get('ids')?.split(',');
  const perPage = Math.min(250, Math.max(1, Number(query.get('per_page')) || 100));
  const page = Math.max(1, Number(query.get('page')) || 1);
  const known = ids ? ranked.filter(({ coin }) => ids.includes(coin.id)) : ranked;
  const pageOf = (entries: readonly RankedCoin[]) => entries.slice((page - 1) * perPage, page * perPage);
  const ranges = new Set((query.get('price_change_percentage') ?? '').split(','));
  const ordered = inOrder(market, known, query.get('order') ?? 'market_cap_desc', call.now);
  return rowsOf(market, pageOf(ordered), call).map((row) => {
    const { sparkline_in_7d, ...plain } = row;
    for (const range of changeRanges) {
      if (!ranges.has(range)) delete plain[`price_change_percentage_${range}_in_currency`];
    }
    return { ...plain, roi: null, ...(query.get('sparkline') === 'true' && { sparkline_in_7d }) };
  });
}

function inOrder(
  market: SimulatedMarket,
  ranked: readonly RankedCoin[],
  order: string,
  now: number,
): RankedCoin[] {
  const volumes = new Map(
    order.startsWith('volume') ? ranked.map((entry) => [entry, market.path.volumeAt(entry.coin, now)]) : [],
  );
  const figure = (entry: RankedCoin) => volumes.get(entry) ?? entry.marketCap;
  const sign = order.endsWith('_asc') ? 1 : -1;
  return [...ranked].sort((a, b) => sign * (figure(a) - figure(b)));
}

function searchOf(ranked: readonly RankedCoin[], { query, origin }: Call): unknown {
  const coins = searchSimulated(ranked, query.get('query') ?? '').map((hit) => ({
    ...hit,
    api_symbol: hit.id,
    symbol: hit.symbol.toUpperCase(),
    thumb: imageOf(origin, hit.id),
    large: imageOf(origin, hit.id),
  }));
  return { coins, exchanges: [], icos: [], categories: [], nfts: [] };
}

/** Units of each currency per bitcoin. */
function ratesOf(ranked: readonly RankedCoin[], now: number): unknown {
  const priceOf = (coinId: string) => ranked.find(({ coin }) => coin.id === coinId)?.price;
  const bitcoin = priceOf('bitcoin') ?? 1;
  const rates = [...simulateRates(now, priceOf)].map(([code, rate]) => {
    const value = code === 'btc' ? 1 : Number((Number(rate) * bitcoin).toPrecision(8));
    return [code, { name: code.toUpperCase(), unit: code.toUpperCase(), value, type: 'fiat' }];
  });
  return { rates: Object.fromEntries(rates) };
}

function trendingOf(market: SimulatedMarket, { now, origin }: Call): unknown {
  const coins = market.listTrending(now).map((coin, score) => ({
    item: {
      id: coin.id,
      coin_id: score + 1,
      name: coin.name,
      symbol: coin.symbol.toUpperCase(),
      market_cap_rank: coin.market_cap_rank,
      thumb: imageOf(origin, coin.id),
      small: imageOf(origin, coin.id),
      large: imageOf(origin, coin.id),
      slug: coin.id,
      score,
      data: { price: coin.price, price_change_percentage_24h: { usd: coin.price_change_percentage_24h } },
    },
  }));
  return { coins, nfts: [], categories: [] };
}

/** The detail with empty entries at the end of its link lists, as CoinGecko sends them. */
function paddedDetail(row: Coin): unknown {
  const detail = simulateDetail(row);
  const { homepage, blockchain_site, repos_url } = detail.links;
  return {
    ...detail,
    links: {
      homepage: [...homepage, '', ''],
      blockchain_site: [...blockchain_site, '', ''],
      repos_url: { github: repos_url.github, bitbucket: [] },
    },
  };
}
