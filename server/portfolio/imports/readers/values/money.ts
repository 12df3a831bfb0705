/** Currency codes used by exchanges, wallets and trackers. Any other ticker is a coin. */
const codes = new Set(
  (
    'USD EUR GBP CHF JPY CAD AUD NZD SEK NOK DKK PLN CZK HUF RON BGN HRK ISK TRY RUB UAH KZT GEL BRL MXN ARS CLP COP PEN ' +
    'UYU ZAR NGN KES GHS UGX EGP MAD ILS AED SAR QAR KWD BHD SGD HKD TWD CNY CNH KRW INR IDR THB PHP VND MYR PKR BDT LKR'
  ).split(' '),
);

const signs: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['US$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₴', 'UAH'],
  ['₽', 'RUB'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['R$', 'BRL'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['S$', 'SGD'],
  ['MX$', 'MXN'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
]);

/** Whether a ticker is money rather than a coin. */
export const isMoney = (ticker: string): boolean => codes.has(ticker);

const stablecoins = new Set(
  'USDT USDC BUSD DAI TUSD FDUSD USDP PAX GUSD PYUSD RLUSD USDE USD1 EURC EURI EURS'.split(' '),
);

/** Whether prices are stated in it: money, or a coin that stands for money. */
export const isPriceUnit = (ticker: string): boolean => codes.has(ticker) || stablecoins.has(ticker);

/** The currency of a sign or code next to a number; null if it is neither. */
export function currencyOf(unit: string): string | null {
  const code = unit.toUpperCase();
  return codes.has(code) ? code : (signs.get(unit) ?? null);
}

/** Quote tickers that a pair without a separator may end in. */
const usualQuotes = (
  'FDUSD BUSD TUSD USDT USDC USDE USDP GUSD EURI EURC RLUSD PYUSD USD1 XUSD BIDR BKRW IDRT BVND AEUR DAI PAX UST VAI ' +
  'EUR USD GBP AUD BRL TRY RUB UAH NGN ZAR PLN RON ARS JPY MXN CZK COP CAD CHF SGD HKD INR IDR KRW THB PHP ' +
  'XBT BTC ETH BNB TRX XRP DOGE SOL DOT FIL LTC BCH LINK'
).split(' ');
/** Coins that decide where a pair is split: `BTCTUSD` is BTC against TUSD, not BTCT against USD. */
const wellKnown = new Set(
  'BTC XBT ETH BNB XRP SOL ADA DOGE DOT LTC BCH LINK XLM TRX UNI AVAX MATIC ATOM ETC USDT USDC DAI SNT OMG BAT ZEC'.split(
    ' ',
  ),
);

/**
 * Splits a pair such as `BTC-USDT`, `KCS/BTC` or `BTCUSD`. `hints` are tickers in the same row, used if there is no
 * separator. Null if the split is ambiguous.
 */
export function splitPair(
  pair: string,
  hints: readonly string[] = [],
  quotes: readonly string[] = usualQuotes,
): [base: string, quote: string] | null {
  const text = pair.trim().toUpperCase();
  const parts = text.split(/[-/_: ]/);
  if (parts.length === 2 && parts[0] && parts[1]) return [parts[0], parts[1]];
  if (parts.length > 1) return null;
  const fits = quotes
    .filter((code) => text.endsWith(code) && text.length > code.length)
    .map((code): [string, string] => [text.slice(0, -code.length), code]);
  for (const isLikely of [
    () => true,
    ([base]: [string, string]) => wellKnown.has(base),
    ([base, quote]: [string, string]) => hints.includes(base) || hints.includes(quote),
  ]) {
    const likely = fits.filter(isLikely);
    if (likely.length === 1) return likely[0] ?? null;
  }
  return null;
}
