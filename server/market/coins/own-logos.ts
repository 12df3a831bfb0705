import type { Coin, CoinDetail, SearchCoin, TrendingCoin } from '#contract/market.ts';

/** The URL of a coin's logo on our own origin. The provider's URLs never leave the server. */
function logoAddress(origin: string, coinId: string, size: 'small' | 'large' = 'small'): string {
  return `${origin}/images/coins/${encodeURIComponent(coinId)}${size === 'large' ? '?size=large' : ''}`;
}

export function withOwnLogo(coin: Coin, origin: string): Coin {
  return { ...coin, image: logoAddress(origin, coin.id) };
}

export function withOwnLogos(detail: CoinDetail, origin: string): CoinDetail {
  const small = logoAddress(origin, detail.id);
  return { ...detail, image: { thumb: small, small, large: logoAddress(origin, detail.id, 'large') } };
}

export function withOwnTrendingLogos(coin: TrendingCoin, origin: string): TrendingCoin {
  const small = logoAddress(origin, coin.id);
  return { ...coin, small, thumb: small };
}

export function withOwnSearchLogos(coin: SearchCoin, origin: string): SearchCoin {
  return { ...coin, thumb: logoAddress(origin, coin.id), large: logoAddress(origin, coin.id, 'large') };
}
