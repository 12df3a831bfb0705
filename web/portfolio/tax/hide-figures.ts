import { hiddenFigure } from '#web/lib/hidden-amounts.ts';

const numbers = /-?\d(?:[\d,.]*\d)?/g;
const signs = '$€£¥₹₩';

/**
 * A sentence of a report while amounts are hidden: figures before a currency or a symbol, as `0.5 BTC`, and after a sign or
 * a code, as `£12.50` and `GBP 12.50`, are dots, with that sign or code.
 */
export function hideFigures(text: string): string {
  let written = '';
  let end = 0;
  for (const { 0: number, index } of text.matchAll(numbers)) {
    const before = text.slice(end, index);
    const after = text.slice(index + number.length, index + number.length + 3);
    const kept = cutUnit(before);
    const isMoney = kept !== before || /^\s?(?:[A-Z]{2}|[$€£¥₹₩])/.test(after);
    written += isMoney ? kept + hiddenFigure : before + number;
    end = index + number.length;
  }
  return written + text.slice(end);
}

/** The text before a figure without the sign or code that belongs to it. */
function cutUnit(before: string): string {
  if (before !== '' && signs.includes(before.at(-1)!)) return before.slice(0, -1);
  return /(?:^|\W)[A-Z]{3}\s$/.test(before.slice(-5)) ? before.slice(0, -4) : before;
}
