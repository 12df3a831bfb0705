import type { DecimalText } from '../units.ts';

/*
 * Money in any currency as text, for e-mails, push messages and notifications. This file imports no schemas, so that the
 * browser can use it.
 */

/** Fixed here, because runtimes disagree on some. Currencies not listed have two decimals. */
const digitsByCode: Readonly<Record<string, number>> = {
  ...{ clp: 0, jpy: 0, krw: 0, vnd: 0, sats: 0 },
  ...{ bhd: 3, kwd: 3, xag: 4, xau: 4 },
  ...{ bch: 8, bnb: 8, btc: 8, dot: 8, eos: 8, eth: 8, link: 8, ltc: 8, sol: 8, xlm: 8, xrp: 8, yfi: 8 },
};

/** The number of decimals of a currency, by lower-case code. */
export function currencyDigits(code: string): number {
  return digitsByCode[code] ?? 2;
}

/** The prefix of an amount: `$`, `CA$`, or the code and a no-break space. */
export function currencySymbol(code: string): string {
  // A fast path: every page needs dollars, and the first `Intl` format takes 100 ms on a slow phone.
  if (code === 'usd') return '$';
  const fallback = `${code.toUpperCase()}\u00a0`;
  // `Intl` supports only codes of three letters.
  if (!/^[a-z]{3}$/.test(code)) return fallback;
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(1);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? '';
  return symbol.toLowerCase() === code ? fallback : symbol;
}

/** Money with all its digits: `65000.5` in `eur` is `€65,000.50`, and `70000` is `€70,000`. */
export function formatMoney(decimal: DecimalText, code: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const grouped = (whole.replace(/^0+(?=\d)/, '') || '0').replace(/\B(?=(?:\d{3}){1,120}$)/g, ',');
  const symbol = currencySymbol(code);
  if (fraction === '') return `${symbol}${grouped}`;
  return `${symbol}${grouped}.${fraction.padEnd(Math.min(currencyDigits(code), 2), '0')}`;
}
