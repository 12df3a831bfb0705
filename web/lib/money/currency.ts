import { currencyDigits, currencySymbol } from '#contract/currencies/currency-text.ts';
import { createNumberWriter, isSymbolLast, type NumberWriter } from './number-style.ts';

/** A currency as figures are written in it. */
export interface Currency {
  /** In lower case, as in `/api/rates`. */
  readonly code: string;
  /** What stands before an amount: `$`, `CA$`, or the code and a no-break space. */
  readonly symbol: string;
  /** Decimals of an amount. */
  readonly digits: number;
}

const known = new Map<string, Currency>();

/** The currency of a code, in any case. */
export function currencyOf(code: string): Currency {
  const found = known.get(code);
  if (found) return found;
  const lower = code.toLowerCase();
  const made = { code: lower, symbol: currencySymbol(lower), digits: currencyDigits(lower) };
  known.set(code, made);
  return made;
}

/** Whether its figures are much wider than those of dollars: more decimals, behind a code. */
export const isWide = ({ digits }: Currency): boolean => digits > 4;

/** The currency of the API's figures. */
export const usDollars = currencyOf('usd');

type SignDisplay = 'negative' | 'exceptZero';

const formatters = new Map<string, NumberWriter>();

/** A cached format: creating one costs more than a hundred uses. */
export function numberFormat(decimals: number, signDisplay: SignDisplay = 'negative'): NumberWriter {
  const key = `${decimals}${signDisplay}`;
  let format = formatters.get(key);
  if (!format) {
    format = createNumberWriter({
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay,
    });
    formatters.set(key, format);
  }
  return format;
}

/** A written number with the symbol where the reader's language has it: `-€1.50M`, `-1,50M €`. */
export function withSymbol(written: string, symbol: string, letter = ''): string {
  if (isSymbolLast()) return written + letter + symbolBehind(symbol);
  const [sign] = written;
  return (sign === '-' || sign === '+' ? sign + symbol + written.slice(1) : symbol + written) + letter;
}

/** What stands behind a number there. */
export const symbolBehind = (symbol: string): string => `\u00a0${symbol.trim()}`;

/** From this size on a currency with many decimals is written with two. */
const wideFrom = 1000;

/**
 * Decimals of an amount of that size: the currency's own; at least four more where they would show none of its digits,
 * eight at most.
 */
export function decimalsFor(size: number, { digits }: Currency): number {
  if (digits > 3 && size >= wideFrom) return 2;
  const unit = 10 ** -digits;
  if (size >= unit || size === 0) return digits;
  return size >= unit / 10 ? Math.min(8, digits + 4) : 8;
}
