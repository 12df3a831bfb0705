import type { NumberStyle } from '#contract/currencies/number-style.ts';

/*
 * The signs of the reader's language in numbers. Browsers and Node disagree on some languages, so numbers are written in
 * one that they agree on, and their signs are changed here: server and browser write the same bytes.
 */

interface Signs {
  readonly locale: 'en-US' | 'en-IN';
  readonly decimal: '.' | ',';
  readonly group: string;
  /** The currency's sign stands behind the number. */
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

/** Of the page. On the server it is set for as long as one page is rendered, which nothing interrupts. */
let signs = english;

/** The page's style from now on. */
export function setNumberStyle(style: NumberStyle): void {
  signs = signsByStyle[style];
}

/** Runs `write`, which must not wait for anything, in a style. */
export function writeInStyle<Written>(style: NumberStyle, write: () => Written): Written {
  const before = signs;
  setNumberStyle(style);
  try {
    return write();
  } finally {
    signs = before;
  }
}

/** The sign between whole and fraction. */
export const decimalSign = (): '.' | ',' => signs.decimal;

/** Whether a currency's sign stands behind the number. */
export const isSymbolLast = (): boolean => signs.isSymbolLast === true;

/** Writes numbers in the page's style. */
export interface NumberWriter {
  /** Also decimal text, of which every digit counts. */
  format(value: number | `${number}`): string;
}

/** A cached format: creating one costs more than a hundred uses. */
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

/** What was written, with a point and without groups. */
export function toPlainNumber(written: string): string {
  const { decimal, group } = signs;
  const ungrouped = written.replaceAll(group, '');
  return decimal === '.' ? ungrouped : ungrouped.replace(decimal, '.');
}
