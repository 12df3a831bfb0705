/** Currencies that are coins, by code: the coin, and how many units make one coin. */
export const coinCurrencies: Readonly<Record<string, { readonly coinId: string; readonly units: number }>> = {
  bch: { coinId: 'bitcoin-cash', units: 1 },
  bits: { coinId: 'bitcoin', units: 1e6 },
  bnb: { coinId: 'binancecoin', units: 1 },
  btc: { coinId: 'bitcoin', units: 1 },
  dot: { coinId: 'polkadot', units: 1 },
  eos: { coinId: 'eos', units: 1 },
  eth: { coinId: 'ethereum', units: 1 },
  link: { coinId: 'chainlink', units: 1 },
  ltc: { coinId: 'litecoin', units: 1 },
  sats: { coinId: 'bitcoin', units: 1e8 },
  sol: { coinId: 'solana', units: 1 },
  xlm: { coinId: 'stellar', units: 1 },
  xrp: { coinId: 'ripple', units: 1 },
  yfi: { coinId: 'yearn-finance', units: 1 },
};
