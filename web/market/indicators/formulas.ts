import { subscript } from '#web/lib/formats.ts';
import { rsiLength } from './rsi.ts';

/** Explains a moving average, with its formula. */
export const averageFormula = (length: number): string =>
  `MA ${length} = (P₁ + … + P${subscript(length)}) ÷ ${length}: the mean of the last ${length} prices of the line`;

/** Explains the relative strength index, with its formula and source. */
export const rsiFormula = [
  `RSI ${rsiLength} = 100 − 100 ÷ (1 + average gain ÷ average loss)`,
  `over ${rsiLength} prices, each average (previous × ${rsiLength - 1} + current) ÷ ${rsiLength}: Wilder, 1978`,
].join(' ');

/** Explains the comparison, with its formula. */
export const comparisonFormula =
  'Both in percent from the left edge: (price ÷ price at the left edge − 1) × 100';
