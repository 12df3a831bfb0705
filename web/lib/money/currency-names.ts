/** The names of currencies that browsers don't know. */
const extraNames: Readonly<Record<string, string>> = {
  bch: 'Bitcoin Cash',
  bits: 'Millionths of a bitcoin',
  bnb: 'BNB',
  btc: 'Bitcoin',
  dot: 'Polkadot',
  eos: 'EOS',
  eth: 'Ether',
  link: 'Chainlink',
  ltc: 'Litecoin',
  sats: 'Satoshis',
  sol: 'Solana',
  vef: 'Venezuelan Bolívar',
  xag: 'Silver, a troy ounce',
  xau: 'Gold, a troy ounce',
  xdr: 'Special Drawing Rights',
  xlm: 'Lumens',
  xrp: 'XRP',
  yfi: 'Yearn.finance',
};

let names: Intl.DisplayNames | undefined;

/** The English name of a currency, or its code if it has none. Not for server rendering, whose names may differ. */
export function currencyName(code: string): string {
  const own = extraNames[code];
  if (own !== undefined) return own;
  const upper = code.toUpperCase();
  if (!/^[A-Z]{3}$/.test(upper)) return upper;
  names ??= new Intl.DisplayNames('en', { type: 'currency' });
  return names.of(upper) ?? upper;
}

/** Listed before the others, in this order. */
const commonFirst = ['usd', 'eur', 'gbp', 'btc', 'eth', 'jpy', 'cny', 'inr', 'cad', 'aud', 'chf'];

/** The currencies that have a rate: common ones first, others by code. */
export function listCurrencyCodes(rates: Readonly<Record<string, number>>): readonly string[] {
  const known = new Set(['usd', ...Object.keys(rates)]);
  const common = commonFirst.filter((code) => known.delete(code));
  return [...common, ...[...known].sort()];
}

/** The currencies that have, for each typed word, a word starting with it. A code typed in full comes first. */
export function filterCurrencies(codes: readonly string[], typed: string): readonly string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = codes.filter((code) => {
    const own = `${code} ${currencyName(code).toLowerCase()}`.split(/[\s.,]+/);
    return words.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
  const [exact] = words;
  return exact !== undefined && found.includes(exact)
    ? [exact, ...found.filter((code) => code !== exact)]
    : found;
}
