import { coinCurrencies } from '#contract/currencies/coin-currencies.ts';
import type { Instant } from '#contract/units.ts';
import type { CurrencyRates } from '../provider.ts';

/** The values, in units per dollar, around which the simulated rates move. */
const middles = {
  aed: 3.6725,
  ars: 1410,
  aud: 1.52,
  bdt: 121.5,
  bhd: 0.377,
  bmd: 1,
  brl: 5.45,
  cad: 1.39,
  chf: 0.8,
  clp: 948,
  cny: 7.12,
  czk: 20.9,
  dkk: 6.41,
  eur: 0.86,
  gbp: 0.75,
  gel: 2.71,
  hkd: 7.78,
  huf: 334,
  idr: 16_600,
  ils: 3.27,
  inr: 88.2,
  jpy: 151,
  krw: 1430,
  kwd: 0.306,
  lkr: 304,
  mmk: 2100,
  mxn: 18.5,
  myr: 4.21,
  ngn: 1465,
  nok: 10.1,
  nzd: 1.74,
  php: 58.4,
  pkr: 282,
  pln: 3.65,
  rub: 80.5,
  sar: 3.75,
  sek: 9.46,
  sgd: 1.3,
  thb: 32.5,
  try: 42,
  twd: 30.7,
  uah: 41.9,
  vef: 0.1,
  vnd: 26_300,
  xag: 0.0208,
  xau: 0.000_246,
  xdr: 0.73,
  zar: 17.3,
} as const;

const hourMs = 3_600_000;
/** How far a rate swings around its middle. */
const swing = 0.02;
/** A price has seven digits, so a rate needs no more. */
const digits = 7;

/**
 * Rates that move by a percent or two over weeks, the same for the same instant; coins follow the simulated market's
 * prices.
 */
export function simulateRates(now: Instant, priceOf: (coinId: string) => number | undefined): CurrencyRates {
  const rates = new Map<string, string>([['usd', '1']]);
  for (const [index, [code, middle]] of Object.entries(middles).entries()) {
    rates.set(code, toText(swingAround(middle, index, now)));
  }
  for (const [code, { coinId, units }] of Object.entries(coinCurrencies)) {
    const price = priceOf(coinId);
    if (price !== undefined) rates.set(code, toText(units / price));
  }
  return rates;
}

/** One rate of `simulateRates`; null if there is no such currency. */
export function simulateRate(
  code: string,
  now: Instant,
  priceOf: (coinId: string) => number | undefined,
): number | null {
  if (code === 'usd') return 1;
  const index = codes.indexOf(code);
  if (index >= 0) return Number(toText(swingAround(middles[code as keyof typeof middles], index, now)));
  const coin = coinCurrencies[code];
  const price = coin && priceOf(coin.coinId);
  return coin && price !== undefined ? Number(toText(coin.units / price)) : null;
}

const codes = Object.keys(middles);

function swingAround(middle: number, index: number, now: Instant): number {
  const phase = now / (hourMs * (60 + 7 * index)) + index;
  return middle * (1 + swing * Math.sin(phase));
}

/** Plain notation with seven digits. */
function toText(value: number): string {
  const places = Math.min(36, Math.max(0, digits - 1 - Math.floor(Math.log10(value))));
  const text = value.toFixed(places);
  return text.includes('.') ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text;
}
