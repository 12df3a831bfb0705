import type { DecimalText } from '../units.ts';

/*
 * Money of any currency in words: for mails, push messages and notifications. It imports no schemas, so that the browser
 * can use it.
 */

/** Fixed here, because runtimes disagree on some; two where none is named. */
const digitsByCode: Readonly<Record<string, number>> = {
  ...{ clp: 0, jpy: 0, krw: 0, vnd: 0, sats: 0 },
  ...{ bhd: 3, kwd: 3, xag: 4, xau: 4 },
  ...{ bch: 8, bnb: 8, btc: 8, dot: 8, eos: 8, eth: 8, link: 8, ltc: 8, sol: 8, xlm: 8, xrp: 8, yfi: 8 },
};

/** Decimals of an amount of a currency, by lower-case code. */
export function currencyDigits(code: string): number {
  return digitsByCode[code] ?? 2;
}

/** What stands before an amount: `$`, `CA$`, or the code and a no-break space. */
export function currencySymbol(code: string): string {
  // Every page needs this one, and the first format in a currency takes a slow phone 100 ms.
  if (code === 'usd') return '$';
  const fallback = `${code.toUpperCase()}\u00a0`;
  // `Intl` knows codes of three letters only.
  if (!/^[a-z]{3}$/.test(code)) return fallback;
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(1);
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? '';
  return symbol.toLowerCase() === code ? fallback : symbol;
}

/** Money with every digit of its decimal text: `65000.5` in `eur` is `€65,000.50`, and `70000` is `€70,000`. */
export function formatMoney(decimal: DecimalText, code: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const grouped = (whole.replace(/^0+(?=\d)/, '') || '0').replace(/\B(?=(?:\d{3}){1,120}$)/g, ',');
  const symbol = currencySymbol(code);
  if (fraction === '') return `${symbol}${grouped}`;
  return `${symbol}${grouped}.${fraction.padEnd(Math.min(currencyDigits(code), 2), '0')}`;
}
