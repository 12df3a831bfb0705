import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AlertCondition, isUpward } from '#contract/alerts/alert-threshold.ts';
import { evaluate, quotesAt } from '../../../tests/support/alerts/armed-index.ts';
import { createAlertIndex } from '../evaluation/alert-index.ts';
import { holds } from '../evaluation/bound.ts';
import { convertPrice, pickFigure, toUnits } from './converted-price.ts';

const Wide = Decimal.clone({ precision: 200, toExpPos: 200, toExpNeg: -200 });

const anyPrice = fc.double({ min: 1e-8, max: 1e6, noNaN: true });
/** Up to 36 decimals, as the provider sends. */
const anyRate = fc
  .tuple(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.stringMatching(/^[0-9]{1,36}$/),
    fc.integer({ min: 0, max: 6 }),
  )
  .map(([units, fraction, shift]) => {
    const rate = new Wide(`${units}.${fraction}`).div(10 ** shift);
    return rate.toDecimalPlaces(36).toFixed();
  });
/** Thresholds around the product: the product itself, its neighbours at 18 decimals, half and double. */
const anyDistance = fc.constantFrom('0', '1e-18', '-1e-18', '0.01', '-0.01');
const anyCondition = fc.constantFrom<AlertCondition>('price_above', 'price_below');

function thresholdNear(price: number, rate: string, distance: string): string | null {
  const threshold = new Wide(price).times(rate).plus(distance).toDecimalPlaces(18, Decimal.ROUND_HALF_EVEN);
  return threshold.gt(0) && threshold.lt(1e12) ? threshold.toFixed() : null;
}

/** Compares dollars × rate with the threshold, using all digits. */
function holdsExactly(condition: AlertCondition, price: number, rate: string, threshold: string): boolean {
  const order = new Wide(price).times(rate).cmp(threshold);
  return isUpward(condition) ? order >= 0 : order <= 0;
}

describe('a price in a currency', () => {
  it('meets a threshold exactly if price × rate does, to the last digit', () => {
    fc.assert(
      fc.property(anyPrice, anyRate, anyDistance, anyCondition, (price, rate, distance, condition) => {
        const threshold = thresholdNear(price, rate, distance);
        if (threshold === null) return;
        const side = pickFigure(condition, convertPrice(price, rate));
        expect(holds(condition, toUnits(threshold), side)).toBe(
          holdsExactly(condition, price, rate, threshold),
        );
      }),
      { numRuns: 5000 },
    );
  });

  it('fires an alert exactly when price × rate crosses its threshold, whichever of the two moves', () => {
    const anyQuote = fc.record({ price: anyPrice, rate: fc.option(anyRate, { nil: undefined, freq: 5 }) });
    fc.assert(
      fc.property(
        fc.array(anyQuote, { minLength: 2, maxLength: 12 }),
        fc.nat(),
        anyDistance,
        anyCondition,
        (quotes, pick, distance, condition) => {
          const rated = quotes.filter(({ rate }) => rate !== undefined);
          const near = rated[pick % Math.max(1, rated.length)];
          const threshold = near && thresholdNear(near.price, near.rate!, distance);
          if (!threshold) return;
          const index = createAlertIndex();
          const start = { asOf: 0, figure: null, shouldFireIfTrue: false };
          const bound = toUnits(threshold);
          index.add([{ key: 1, coinId: 'bitcoin', condition, currency: 'eur', bound, start }]);
          let heldBefore: boolean | null = null;
          for (const [place, { price, rate }] of quotes.entries()) {
            const rates = new Map(rate === undefined ? [] : [['eur', rate]]);
            const accepted = { ...quotesAt(place + 1, { bitcoin: { price, change: null } }), rates };
            const crossings = evaluate(index, accepted, () => false);
            // Without a rate the alert waits, and later compares from where it was.
            const isHolding: boolean | null =
              rate === undefined ? heldBefore : holdsExactly(condition, price, rate, threshold);
            expect(crossings.length === 1).toBe(
              rate !== undefined && isHolding === true && heldBefore === false,
            );
            heldBefore = isHolding;
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
