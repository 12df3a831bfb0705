import { hiddenFigure } from '#web/lib/hidden-amounts.ts';

/** Figures before a currency or a symbol, as `0.5 BTC`, and after a sign or a code, as `£12.50` and `GBP 12.50`. */
const figures =
  /(?:[$€£¥₹₩]|\b[A-Z]{3}\s)-?\d+(?:,\d{3})*(?:\.\d+)?|-?\d+(?:,\d{3})*(?:\.\d+)?(?=\s?(?:[A-Z]{2,}|[$€£¥₹₩]))/g;

/** A sentence of a report while amounts are hidden: its amounts are dots. */
export const hideFigures = (text: string) => text.replace(figures, hiddenFigure);
