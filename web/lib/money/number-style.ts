import type { NumberStyle } from '#contract/currencies/number-style.ts';

/*
 * The separators of the reader's language. Browsers and Node disagree on some languages, so numbers are written in one
 * that they agree on, and the separators are replaced here. Thus server and browser write the same text.
 */

interface Signs {
  readonly locale: 'en-US' | 'en-IN';
  readonly decimal: '.' | ',';
  readonly group: string;
  /** The currency's symbol comes after the number. */
  readonly isSymbolLast?: true;
}

const english: Signs = { locale: 'en-US', decimal: '.', group: ',' };
const signsByStyle: Readonly<Record<NumberStyle, Signs>> = {
  en: english,
  de: { locale: 'en-US', decimal: ',', group: '.', isSymbolLast: true },
  nl: { locale: 'en-US', decimal: ',', group: '.' },
  fr: { locale: 'en-US', decimal: ',', group: '\u202f', isSymbolLast: true },
  ch: { locale: 'en-US', decimal: '.', group: '’' },
  in: { locale: 'en-IN', decimal: '.', group: ',' },
};

/** The page's separators. On the server they are set while one page is rendered, which is synchronous. */
let signs = english;

/** Sets the page's style. */
export function setNumberStyle(style: NumberStyle): void {
  signs = signsByStyle[style];
}

/** Runs `write`, which must be synchronous, in a style. */
export function writeInStyle<Written>(style: NumberStyle, write: () => Written): Written {
  const previous = signs;
  setNumberStyle(style);
  try {
    return write();
  } finally {
    signs = previous;
  }
}

/** The decimal separator. */
export const decimalSign = (): '.' | ',' => signs.decimal;

/** Whether the currency's symbol comes after the number. */
export const isSymbolLast = (): boolean => signs.isSymbolLast === true;

/** Writes numbers in the page's style. */
export interface NumberWriter {
  /** Also accepts decimal text, and keeps its precision. */
  format(value: number | `${number}`): string;
}

/** A writer that caches its formats, because creating one costs more than a hundred uses. */
export function createNumberWriter(options: Intl.NumberFormatOptions): NumberWriter {
  const formats = new Map<Signs['locale'], Intl.NumberFormat>();
  return {
    format(value) {
      const { locale } = signs;
      let format = formats.get(locale);
      if (!format) {
        format = new Intl.NumberFormat(locale, options);
        formats.set(locale, format);
      }
      return withSigns(format.format(value));
    },
  };
}

function withSigns(written: string): string {
  const { decimal, group } = signs;
  if (decimal === '.' && group === ',') return written;
  return written.replace(/[.,]/g, (sign) => (sign === '.' ? decimal : group));
}

/** Undoes the style: a decimal point, and no grouping. */
export function toPlainNumber(written: string): string {
  const { decimal, group } = signs;
  const ungrouped = written.replaceAll(group, '');
  return decimal === '.' ? ungrouped : ungrouped.replace(decimal, '.');
}
