import type { NumberStyle } from '#contract/currencies/number-style.ts';

/*
 * The separators of the reader's language. Browsers and Node disagree on some languages, so numbers are written in one
 * that they agree on, and the separators are replaced here. Thus server and browser write the same text.
 */

interface Separators {
  readonly locale: 'en-US' | 'en-IN';
  readonly decimal: '.' | ',';
  readonly group: string;
  /** The currency's symbol comes after the number. */
  readonly isSymbolLast?: true;
}

const english: Separators = { locale: 'en-US', decimal: '.', group: ',' };
const separatorsByStyle: Readonly<Record<NumberStyle, Separators>> = {
  en: english,
  de: { locale: 'en-US', decimal: ',', group: '.', isSymbolLast: true },
  nl: { locale: 'en-US', decimal: ',', group: '.' },
  fr: { locale: 'en-US', decimal: ',', group: '\u202f', isSymbolLast: true },
  ch: { locale: 'en-US', decimal: '.', group: '’' },
  in: { locale: 'en-IN', decimal: '.', group: ',' },
};

/** The page's separators. On the server they are set while one page is rendered, which is synchronous. */
let separators = english;

/** Sets the page's style. */
export function setNumberStyle(style: NumberStyle): void {
  separators = separatorsByStyle[style];
}

/** Runs `write`, which must be synchronous, in a style. */
export function writeInStyle<Written>(style: NumberStyle, write: () => Written): Written {
  const previous = separators;
  setNumberStyle(style);
  try {
    return write();
  } finally {
    separators = previous;
  }
}

/** The decimal separator. */
export const getDecimalSeparator = (): '.' | ',' => separators.decimal;

/** Whether the currency's symbol comes after the number. */
export const isSymbolLast = (): boolean => separators.isSymbolLast === true;

/** Formats numbers in the page's style. */
export interface NumberFormatter {
  /** Also accepts decimal text, and keeps its precision. */
  format(value: number | `${number}`): string;
}

/** A formatter that caches its `Intl.NumberFormat`s, because creating one costs more than a hundred uses. */
export function createNumberFormatter(options: Intl.NumberFormatOptions): NumberFormatter {
  const formats = new Map<Separators['locale'], Intl.NumberFormat>();
  return {
    format(value) {
      const { locale } = separators;
      let format = formats.get(locale);
      if (!format) {
        format = new Intl.NumberFormat(locale, options);
        formats.set(locale, format);
      }
      return replaceSeparators(format.format(value));
    },
  };
}

function replaceSeparators(written: string): string {
  const { decimal, group } = separators;
  if (decimal === '.' && group === ',') return written;
  return written.replace(/[.,]/g, (separator) => (separator === '.' ? decimal : group));
}

/** Undoes the style: a decimal point, and no grouping. */
export function toPlainNumber(written: string): string {
  const { decimal, group } = separators;
  const ungrouped = written.replaceAll(group, '');
  return decimal === '.' ? ungrouped : ungrouped.replace(decimal, '.');
}
