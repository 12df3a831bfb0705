import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertCondition } from '#contract/alerts/alert-threshold.ts';
import { alertAt, bitcoinAt, evaluate } from '../../../tests/support/alerts/armed-index.ts';
import { createAlertIndex } from './alert-index.ts';
import { toBound } from './bound.ts';

describe('A threshold with more digits than a float can hold', () => {
  it.each<[AlertCondition, string, number, boolean]>([
    ['price_above', '100.000000000000000001', 100, false],
    ['price_above', '99.999999999999999999', 100, true],
    ['price_below', '100.000000000000000001', 100, true],
    ['price_below', '99.999999999999999999', 100, false],
    ['price_above', '0.1', 0.1, true],
    ['price_below', '0.1', 0.1, true],
    ['price_above', '0.100000000000000001', 0.1, false],
    ['change_24h_below', '-5.000000000000000001', -5, false],
    ['change_24h_above', '-5.000000000000000001', -5, true],
    ['change_24h_above', '0.000000000000000001', 0, false],
    ['change_24h_above', '-0.000000000000000001', 0, true],
    ['change_24h_below', '-0.0', 0, true],
  ])('(%s %s) is compared with %d digit by digit: %s', (condition, threshold, figure, doesHold) => {
    const index = createAlertIndex();
    const start = { asOf: 0, figure: null, shouldFireIfTrue: true };
    index.add([alertAt(threshold, { condition, start })]);
    expect(evaluate(index, bitcoinAt(1, figure, figure))).toHaveLength(doesHold ? 1 : 0);
  });

  it('has a bound that exactly separates the floats that meet it from the others', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,11})\.[0-9]{1,18}$/);
    const sign = fc.constantFrom('', '-');
    fc.assert(
      fc.property(sign, digits, fc.integer({ min: -3, max: 3 }), (minus, size, steps) => {
        const threshold = minus + size;
        // The representable numbers around the threshold, one by one.
        let figure = Number(threshold);
        const ulp = new Decimal(2).pow(Math.floor(Math.log2(Math.abs(figure) || 1)) - 52).toNumber();
        figure += steps * ulp;
        const order = new Decimal(String(figure)).cmp(threshold);
        expect(figure >= toBound('price_above', threshold)).toBe(order >= 0);
        expect(figure <= toBound('price_below', threshold)).toBe(order <= 0);
      }),
      { numRuns: 2000 },
    );
  });
});
