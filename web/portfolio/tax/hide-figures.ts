import { hiddenFigure } from '#web/lib/hidden-amounts.ts';

const numbers = /-?\d(?:[\d,.]*\d)?/g;
const signs = '$€£¥₹₩';

/**
 * Hides the amounts in a sentence of a report: figures before a currency or symbol (`0.5 BTC`) and after a sign or code
 * (`£12.50`, `GBP 12.50`) become dots. A sign or code before a figure is hidden too.
 */
export function hideFigures(text: string): string {
  let written = '';
  let end = 0;
  for (const { 0: number, index } of text.matchAll(numbers)) {
    const before = text.slice(end, index);
    const after = text.slice(index + number.length, index + number.length + 8);
    const kept = cutUnit(before);
    const isMoney =
      kept !== before || /^(?:\s?\d*[A-Z]{2}|\s\d*\p{Lu}(?!\p{Ll})|\s\p{Lo}|\s?[$€£¥₹₩])/u.test(after);
    written += isMoney ? kept + hiddenFigure : before + number;
    end = index + number.length;
  }
  return written + text.slice(end);
}

/** Removes the sign or code at the end of the text before a figure. */
function cutUnit(before: string): string {
  if (before !== '' && signs.includes(before.at(-1)!)) return before.slice(0, -1);
  return /(?:^|\W)[A-Z]{3}\s$/.test(before.slice(-5)) ? before.slice(0, -4) : before;
}
