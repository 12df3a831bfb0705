import { currencyDigits, currencySymbol } from '#contract/currencies/currency-text.ts';
import { createNumberFormatter, isSymbolLast, type NumberFormatter } from './number-style.ts';

/** A currency and how to write figures in it. */
export interface Currency {
  /** In lower case, as in `/api/rates`. */
  readonly code: string;
  /** Written before an amount: `$`, `CA$`, or the code and a no-break space. */
  readonly symbol: string;
  /** Decimals of an amount. */
  readonly digits: number;
}

const known = new Map<string, Currency>();

/** The currency with a code, in any case. */
export function currencyOf(code: string): Currency {
  const found = known.get(code);
  if (found) return found;
  const lower = code.toLowerCase();
  const made = { code: lower, symbol: currencySymbol(lower), digits: currencyDigits(lower) };
  known.set(code, made);
  return made;
}

/** Whether its figures are much wider than in dollars, with more decimals and a code. */
export const isWide = ({ digits }: Currency): boolean => digits > 4;

/** The currency of the API's figures. */
export const usDollars = currencyOf('usd');

type SignDisplay = 'negative' | 'exceptZero';

const formatters = new Map<string, NumberFormatter>();

/** A cached writer, because creating one costs more than a hundred uses. */
export function numberFormat(decimals: number, signDisplay: SignDisplay = 'negative'): NumberFormatter {
  const key = `${decimals}${signDisplay}`;
  let format = formatters.get(key);
  if (!format) {
    format = createNumberFormatter({
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay,
    });
    formatters.set(key, format);
  }
  return format;
}

/** Adds the symbol where the reader's language has it: `-€1.50M`, `-1,50M €`. */
export function withSymbol(written: string, symbol: string, letter = ''): string {
  if (isSymbolLast()) return written + letter + symbolSuffix(symbol);
  const [sign] = written;
  return (sign === '-' || sign === '+' ? sign + symbol + written.slice(1) : symbol + written) + letter;
}

/** The symbol as written after a number. */
export const symbolSuffix = (symbol: string): string => `\u00a0${symbol.trim()}`;

/** From this amount, currencies with many decimals are written with two. */
const minTwoDecimals = 1000;

/**
 * The number of decimals for an amount of that size: the currency's. If those would show zero, at least four more, up
 * to eight.
 */
export function decimalsFor(size: number, { digits }: Currency): number {
  if (digits > 3 && size >= minTwoDecimals) return 2;
  const unit = 10 ** -digits;
  if (size >= unit || size === 0) return digits;
  return size >= unit / 10 ? Math.min(8, digits + 4) : 8;
}
