import type { CoinId } from '#contract/units.ts';
import { krakenCoins } from './kraken-coins.ts';
import type { PriceCurrency } from './to-dollars.ts';

/** The contents of a Kraken file, according to its name. */
export interface KrakenFile {
  /** As written in the name. */
  readonly pair: string;
  /** Null if the pair is unknown. */
  readonly coinId: CoinId | null;
  readonly currency: PriceCurrency | null;
  /** Minutes per candle. */
  readonly interval: number;
}

const fiats = ['USD', 'EUR', 'GBP', 'CAD', 'JPY', 'CHF', 'AUD'];
/** Coins that Kraken quotes other coins in. If several files cover a day, the earlier in this list wins. */
const quoteCoins: readonly (readonly [code: string, coinId: CoinId])[] = [
  ['USDC', 'usd-coin'],
  ['USDT', 'tether'],
  ['DAI', 'dai'],
  ['XBT', 'bitcoin'],
  ['BTC', 'bitcoin'],
  ['ETH', 'ethereum'],
  ['DOT', 'polkadot'],
];

const quotes: readonly PriceCurrency[] = [
  ...fiats.map((code) => ({ code: code.toLowerCase(), coinId: null })),
  ...quoteCoins.map(([code, coinId]) => ({ code: code === 'XBT' ? 'btc' : code.toLowerCase(), coinId })),
];
const quoteCodes: readonly string[] = [...fiats, ...quoteCoins.map(([code]) => code)];
const namePattern = /^([A-Z0-9]{3,24})_(\d{1,5})\.csv$/i;
/** Kraken's older pair names, such as `XXBTZUSD`. */
const olderPattern = /^X([A-Z]{3})[XZ]([A-Z]{3})$/;

/** Reads names such as `XBTUSD_1440.csv`; null if it is not a Kraken file name. */
export function readKrakenName(name: string): KrakenFile | null {
  const [, written, interval] = namePattern.exec(name) ?? [];
  if (written === undefined) return null;
  const pair = written.toUpperCase();
  return { pair, interval: Number(interval), ...(findPair(pair) ?? { coinId: null, currency: null }) };
}

function findPair(pair: string): { coinId: CoinId; currency: PriceCurrency } | null {
  const [, base, quote] = olderPattern.exec(pair) ?? [];
  if (base !== undefined && quote !== undefined) {
    const older = joinPair(base, quote);
    if (older) return older;
  }
  for (const code of quoteCodes) {
    const found = pair.endsWith(code) ? joinPair(pair.slice(0, -code.length), code) : null;
    if (found) return found;
  }
  return null;
}

function joinPair(base: string, quote: string): { coinId: CoinId; currency: PriceCurrency } | null {
  const coinId = krakenCoins.get(base);
  const currency = quotes[quoteCodes.indexOf(quote)];
  return coinId !== undefined && currency !== undefined ? { coinId, currency } : null;
}

/** Lower ranks take precedence: dollars, then currencies that need a rate, then coins whose closes are needed. */
export function rankOfQuote({ code }: PriceCurrency): number {
  return quotes.findIndex((quote) => quote.code === code);
}

/** The coin with this currency code, whose closes serve on days without a rate. */
export function findQuoteCoin(code: string): CoinId | null {
  return quotes.find((quote) => quote.code === code)?.coinId ?? null;
}
