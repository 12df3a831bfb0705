import type { CoinId } from '#contract/units.ts';
import { krakenCoins } from './kraken-coins.ts';
import type { PriceCurrency } from './to-dollars.ts';

/** What a file of Kraken's is about, by its name. */
export interface KrakenFile {
  /** As it stands in the name. */
  readonly pair: string;
  /** Null: the pair is not known. */
  readonly coinId: CoinId | null;
  readonly currency: PriceCurrency | null;
  /** Minutes a candle. */
  readonly interval: number;
}

const fiats = ['USD', 'EUR', 'GBP', 'CAD', 'JPY', 'CHF', 'AUD'];
/** Coins that Kraken quotes others in. Those before are taken first where several files have a day. */
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
/** The older names, such as `XXBTZUSD`. */
const olderPattern = /^X([A-Z]{3})[XZ]([A-Z]{3})$/;

/** Reads names such as `XBTUSD_1440.csv`; null: it is no name of Kraken's. */
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

/** The lower is taken first: dollars, then what needs a rate, then what needs the closes of another coin. */
export function rankOfQuote({ code }: PriceCurrency): number {
  return quotes.findIndex((quote) => quote.code === code);
}

/** The coin that a currency is, for rates of days that have none of it. */
export function findQuoteCoin(code: string): CoinId | null {
  return quotes.find((quote) => quote.code === code)?.coinId ?? null;
}
