import type { Percent } from '#contract/units.ts';
import { formatPercent, magnitudes, subscript } from '#web/lib/formats.ts';
import { type Currency, decimalsFor, numberFormat, usDollars, withSymbol } from '#web/lib/money/currency.ts';
import { formatPrice } from '#web/lib/money/money-formats.ts';
import { getDecimalSeparator, toPlainNumber } from '#web/lib/money/number-style.ts';

/** Prices from here up are abbreviated, because the axis has no room for $12,500,000. */
const abbreviateFrom = 1e7;
/** Below this, leading zeros are counted (`$0.0₁₀56`), as in all prices. */
const countZerosBelow = 1e-8;

const grouped = (value: number, decimals: number) => numberFormat(decimals).format(value);

/** The decimals needed to write every multiple of `step` exactly. `step` is 1, 2, 2.5 or 5 times a power of ten. */
function decimalsOf(step: number): number {
  const exponent = Math.floor(Math.log10(step) + 1e-9);
  const mantissa = step / 10 ** exponent;
  const isHalf = Math.abs(mantissa - 2.5) < 0.01 || Math.abs(mantissa - 1.25) < 0.01;
  return Math.max(0, isHalf ? 1 - exponent : -exponent);
}

function withCountedZeros(value: number, decimals: number, symbol: string): string {
  const text = value.toFixed(Math.min(100, decimals));
  const zeros = /^0\.(0+)([1-9]\d*)$/.exec(text);
  if (!zeros?.[1] || !zeros[2]) return withSymbol('0', symbol);
  return withSymbol(`0${getDecimalSeparator()}0${subscript(zeros[1].length)}${zeros[2]}`, symbol);
}

/**
 * Returns the price formatter of one axis. It writes no decimals if the step needs none, otherwise as many as it needs,
 * and at least as many as the currency has. Above ten million it abbreviates. `top` is the axis's highest value. Readouts pass a
 * `step` ten times finer, for one more digit.
 */
export function axisPriceFormat(
  top: number,
  step: number,
  currency: Currency = usDollars,
): (value: number) => string {
  const { symbol } = currency;
  if (top < countZerosBelow) return (value) => withCountedZeros(value, decimalsOf(step), symbol);
  const magnitude =
    top >= abbreviateFrom ? magnitudes.findLast(({ zeros }) => top >= 10 ** zeros) : undefined;
  if (magnitude) {
    const { letter } = magnitude;
    const size = 10 ** magnitude.zeros;
    const decimals = Math.min(9, decimalsOf(step / size));
    return (value) =>
      value === 0 ? withSymbol('0', symbol) : withSymbol(grouped(value / size, decimals), symbol, letter);
  }
  const needed = Math.min(14, decimalsOf(step));
  // At least as many decimals as prices have elsewhere, so that a readout equals the headline.
  const decimals = needed === 0 ? 0 : Math.max(decimalsFor(top, currency), needed);
  return (value) => withSymbol(grouped(value, decimals), symbol);
}

/** Returns the formatter of a percent axis. Values are percent of the first one, written as changes from it. */
function axisPercentFormat(_top: number, step: number): (value: Percent) => string {
  const decimals = Math.min(2, decimalsOf(step));
  return (value) => {
    const text = grouped(value - 100, decimals);
    // With steps below 0.01%, a value can round to zero: that has no sign.
    if (Number(toPlainNumber(text)) === 0) return `${text.replace('-', '')}%`;
    return `${value > 100 ? '+' : ''}${text}%`;
  };
}

/** The unit of a chart's values: money, or percent of the first value, written as changes from it. */
export type ChartUnit = Currency | 'percent';

interface UnitFormat {
  readonly write: (value: number) => string;
  readonly onAxis: (top: number, step: number) => (value: number) => string;
}

const percentUnit: UnitFormat = {
  write: (value) => formatPercent(value - 100),
  onAxis: axisPercentFormat,
};

/** The formatters of a unit; US dollars by default. */
export function unitFormat(unit: ChartUnit = usDollars): UnitFormat {
  if (unit === 'percent') return percentUnit;
  return {
    write: (value) => formatPrice(value, unit),
    onAxis: (top, step) => axisPriceFormat(top, step, unit),
  };
}

/** Estimates the width of a 12 px label in px, generously, to keep labels apart without measuring them. */
export function labelWidth(text: string): number {
  let width = 0;
  for (const character of text)
    width += /[.,: ’\u202f]/.test(character) ? 3.9 : /[₀-₉]/.test(character) ? 5.6 : 7.7;
  return width;
}
