import { Decimal } from 'decimal.js';
import type { Candle, Coin, CoinDetail, Global, PricePoint, TrendingCoin } from '#contract/market.ts';
import type { DecimalText, Instant } from '#contract/units.ts';

/* Converts figures to another currency: dollars × rate. Percentage changes, supplies and dates stay unchanged. */

/** Wide enough for a price of 17 digits times a rate of 36 places. */
const Wide = Decimal.clone({ precision: 80 });

/** The number nearest to dollars × rate. */
function convertFigure(dollars: number | null, rate: DecimalText): number | null {
  return dollars === null ? null : new Wide(dollars).times(rate).toNumber();
}

/** A row of the list. Its sparkline keeps its dollar shape. */
export function convertCoin(coin: Coin, rate: DecimalText): Coin {
  const { sparkline_in_7d: sparkline } = coin;
  const convert = (dollars: number | null) => convertFigure(dollars, rate);
  const factor = Number(rate);
  return {
    ...coin,
    current_price: convert(coin.current_price),
    market_cap: convert(coin.market_cap),
    fully_diluted_valuation: convert(coin.fully_diluted_valuation),
    total_volume: convert(coin.total_volume),
    high_24h: convert(coin.high_24h),
    low_24h: convert(coin.low_24h),
    price_change_24h: convert(coin.price_change_24h),
    market_cap_change_24h: convert(coin.market_cap_change_24h),
    ath: convert(coin.ath),
    atl: convert(coin.atl),
    ...(sparkline && { sparkline_in_7d: { price: sparkline.price.map((price) => price * factor) } }),
  };
}

/** Adds each figure in the currency, under its code, next to the dollar figure. */
export function convertDetail(detail: CoinDetail, currency: string, rate: DecimalText): CoinDetail {
  const { market_data: data } = detail;
  const both = ({ usd }: { usd: number | null }) => ({ usd, [currency]: convertFigure(usd, rate) });
  const same = <T>({ usd }: { usd: T }) => ({ usd, [currency]: usd });
  return {
    ...detail,
    market_data: {
      ...data,
      current_price: both(data.current_price),
      market_cap: both(data.market_cap),
      total_volume: both(data.total_volume),
      high_24h: both(data.high_24h),
      low_24h: both(data.low_24h),
      price_change_24h_in_currency: both({ usd: data.price_change_24h }),
      price_change_percentage_1h_in_currency: same(data.price_change_percentage_1h_in_currency),
      price_change_percentage_7d_in_currency: same(data.price_change_percentage_7d_in_currency),
      ath: both(data.ath),
      ath_change_percentage: same(data.ath_change_percentage),
      ath_date: same(data.ath_date),
      atl: both(data.atl),
      atl_change_percentage: same(data.atl_change_percentage),
      atl_date: same(data.atl_date),
    },
  };
}

/** Adds the totals in the currency, under its code, next to the dollar totals. */
export function convertGlobal(global: Global, currency: string, rate: DecimalText): Global {
  const both = ({ usd }: { usd: number | null }) => ({ usd, [currency]: convertFigure(usd, rate) });
  return {
    ...global,
    total_market_cap: both(global.total_market_cap),
    total_volume: both(global.total_volume),
  };
}

export function convertTrending(coin: TrendingCoin, rate: DecimalText): TrendingCoin {
  return { ...coin, price: convertFigure(coin.price, rate) };
}

/** Returns the rate at an instant; null if there is none. */
export type RateAt = (at: Instant) => DecimalText | null;

/** Points without a rate at their time are left out. */
export function convertPoints(points: readonly PricePoint[], rateAt: RateAt): PricePoint[] {
  return points.flatMap(([at, dollars]): PricePoint[] => {
    const rate = rateAt(at);
    return rate === null ? [] : [[at, new Wide(dollars).times(rate).toNumber()]];
  });
}

/** Candles without a rate at their time are left out. */
export function convertCandles(candles: readonly Candle[], rateAt: RateAt): Candle[] {
  return candles.flatMap(([at, ...prices]): Candle[] => {
    const rate = rateAt(at);
    if (rate === null) return [];
    const [open, high, low, close] = prices.map((price) => new Wide(price).times(rate).toNumber());
    return [[at, open!, high!, low!, close!]];
  });
}
