import type { Coin, Global, TrendingCoin } from '#contract/market.ts';
import type { Instant } from '#contract/units.ts';
import { type SimulatedCoin, simulatedCoins } from './coins/simulated-coins.ts';
import { createExtremes } from './prices/extremes.ts';
import { knownExtremes, knownThrough } from './prices/known-extremes.ts';
import { createPricePath, dailySwing, type PricePath } from './prices/price-path.ts';
import { createPriceWindow } from './prices/price-window.ts';

/** Seed of the demo market. */
export const defaultSeed = 3;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface RankedCoin {
  readonly coin: SimulatedCoin;
  readonly price: number;
  readonly marketCap: number;
  /** 1 for the largest market cap. */
  readonly rank: number;
}

/** The simulated market at any instant, computed entirely from its seed's price path. */
export interface SimulatedMarket {
  readonly path: PricePath;
  /** All coins, the largest market cap first. */
  listRanked(now: Instant): readonly RankedCoin[];
  /** A row of the list. Its sparkline is 168 hourly prices and the current one. */
  quote(ranked: RankedCoin, now: Instant): Coin;
  getGlobal(now: Instant): Global;
  /** The ten coins with the most unusual move and volume in the last full hour. */
  listTrending(now: Instant): TrendingCoin[];
}

const percent = (to: number, from: number) => Math.round((to / from - 1) * 1e7) / 1e5;
const iso = (ms: number) => new Date(Math.floor(ms / 1000) * 1000).toISOString();
/** The difference of two prices without binary rounding noise. */
const difference = (to: number, from: number) => Number((to - from).toPrecision(7));

export function createSimulatedMarket(seed = defaultSeed): SimulatedMarket {
  const path = createPricePath(seed);
  const searched = seed === defaultSeed ? { through: knownThrough, seconds: knownExtremes } : undefined;
  const extremesOf = createExtremes(path, searched);
  const lastDay = createPriceWindow(path, 5 * minute, 288);
  const lastWeek = createPriceWindow(path, hour, 168);
  let ranking: { second: number; coins: readonly RankedCoin[] } | undefined;

  function listRanked(now: Instant): readonly RankedCoin[] {
    const second = Math.floor(now / 1000);
    if (ranking?.second === second) return ranking.coins;
    const coins = simulatedCoins
      .map((coin) => ({ coin, price: path.priceAt(coin, now) }))
      .map(({ coin, price }) => ({ coin, price, marketCap: Math.round(price * coin.circulating) }))
      .sort((a, b) => b.marketCap - a.marketCap)
      .map((entry, index) => ({ ...entry, rank: index + 1 }));
    ranking = { second, coins };
    return coins;
  }

  function quote({ coin, price, marketCap, rank }: RankedCoin, now: Instant): Coin {
    const yesterday = path.priceAt(coin, now - day);
    const capYesterday = Math.round(yesterday * coin.circulating);
    const { highest, lowest } = findRange(lastDay(coin, now), price);
    const { high, low } = extremesOf(coin, now);
    return {
      id: coin.id,
      symbol: coin.symbol,
      name: coin.name,
      image: '',
      current_price: price,
      market_cap: marketCap,
      market_cap_rank: rank,
      fully_diluted_valuation: Math.round(price * (coin.max ?? coin.total)),
      total_volume: path.volumeAt(coin, now),
      high_24h: highest,
      low_24h: lowest,
      price_change_24h: difference(price, yesterday),
      price_change_percentage_24h: percent(price, yesterday),
      market_cap_change_24h: marketCap - capYesterday,
      market_cap_change_percentage_24h: percent(marketCap, capYesterday),
      circulating_supply: coin.circulating,
      total_supply: coin.total,
      max_supply: coin.max,
      ath: high.price,
      ath_change_percentage: percent(price, high.price),
      ath_date: iso(high.at),
      atl: low.price,
      atl_change_percentage: percent(price, low.price),
      atl_date: iso(low.at),
      last_updated: iso(now),
      price_change_percentage_1h_in_currency: percent(price, path.priceAt(coin, now - hour)),
      price_change_percentage_24h_in_currency: percent(price, yesterday),
      price_change_percentage_7d_in_currency: percent(price, path.priceAt(coin, now - 7 * day)),
      sparkline_in_7d: { price: listPrices(lastWeek(coin, now), price) },
    };
  }

  return {
    path,
    listRanked,
    quote,
    getGlobal: (now) => sumMarket(path, listRanked(now), now),
    listTrending: (now) => pickTrending(path, listRanked(now), now),
  };
}

// Loops, because spreading a typed array creates two objects for each of its numbers.
function findRange(prices: Float64Array, price: number): { highest: number; lowest: number } {
  let [highest, lowest] = [price, price];
  for (const one of prices) {
    if (one > highest) highest = one;
    if (one < lowest) lowest = one;
  }
  return { highest, lowest };
}

function listPrices(prices: Float64Array, price: number): number[] {
  const all: number[] = [];
  for (const one of prices) all.push(one);
  all.push(price);
  return all;
}

function sumMarket(path: PricePath, ranked: readonly RankedCoin[], now: Instant): Global {
  let cap = 0;
  let capYesterday = 0;
  let volume = 0;
  for (const { coin, marketCap } of ranked) {
    cap += marketCap;
    capYesterday += Math.round(path.priceAt(coin, now - day) * coin.circulating);
    volume += path.volumeAt(coin, now);
  }
  const shares = ranked
    .slice(0, 10)
    .map(({ coin, marketCap }) => [coin.symbol, (marketCap / cap) * 100] as const);
  return {
    active_cryptocurrencies: ranked.length,
    markets: 1,
    total_market_cap: { usd: cap },
    total_volume: { usd: volume },
    market_cap_percentage: Object.fromEntries(shares),
    market_cap_change_percentage_24h_usd: percent(cap, capYesterday),
    updated_at: Math.floor(now / 1000),
  };
}

function pickTrending(path: PricePath, ranked: readonly RankedCoin[], now: Instant): TrendingCoin[] {
  const to = Math.floor(now / hour) * hour;
  const scoreOf = (coin: SimulatedCoin) => {
    const moved =
      Math.abs(Math.log(path.priceAt(coin, to) / path.priceAt(coin, to - hour))) / dailySwing(coin);
    return 4 * moved + Math.log(path.volumeAt(coin, to) / path.volumeAt(coin, to - day));
  };
  return ranked
    .filter(({ coin }) => coin.kind === 'major' || coin.kind === 'alt' || coin.kind === 'meme')
    .map((entry) => ({ entry, score: scoreOf(entry.coin) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ entry: { coin, price, rank } }) => ({
      id: coin.id,
      name: coin.name,
      symbol: coin.symbol,
      small: '',
      thumb: '',
      market_cap_rank: rank,
      price,
      price_change_percentage_24h: percent(price, path.priceAt(coin, now - day)),
    }));
}
