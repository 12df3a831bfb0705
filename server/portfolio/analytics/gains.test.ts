import { describe, expect, it } from 'vitest';
import type { Position } from '../holdings/position.ts';
import { valueHoldings } from '../valuation/performance.ts';
import { findGains } from './gains.ts';

const createdAt = '2026-01-01T00:00:00.000Z';

/** Holdings of coins that cost 1 and are now worth `price`. Cost null: unknown. */
function value(
  held: readonly (readonly [
    id: string,
    amount: string,
    price: number,
    cost?: null | undefined,
    known?: Pick<Position, 'cost' | 'amountWithoutCost'>,
  ])[],
) {
  const kept = held.map(([id, amount, , purchasePrice = '1', known = {}]): Position => {
    const coin = { coinId: id, symbol: id, name: id };
    return { id, portfolioId: 'p', ...coin, amount, purchasePrice, createdAt, ...known };
  });
  const prices = held.map(
    ([id, , price]) => [id, { price, change24h: null, state: 'live', asOf: 1 } as const] as const,
  );
  // In the order of adding, not of sorting.
  const { holdings } = valueHoldings(kept, new Map(prices));
  return kept.map(({ id }) => holdings.find((one) => one.id === id)!);
}

const idsOf = (gains: ReturnType<typeof findGains>) =>
  gains &&
  [gains.bestByPercent, gains.bestByAmount, gains.worstByPercent, gains.worstByAmount].map(
    (one) => one.holdingId,
  );

describe('the best and worst holdings', () => {
  it('in percent may differ from those in dollars', () => {
    const held = value([
      ['middling', '10', 1],
      ['small-rise', '1', 3],
      ['large-rise', '100', 1.5],
      ['small-fall', '1', 0.1],
      ['large-fall', '100', 0.5],
      ['unknown', '1000000', 9, null],
    ]);
    const gains = findGains(held);
    expect(idsOf(gains)).toEqual(['small-rise', 'large-rise', 'small-fall', 'large-fall']);
    expect([gains?.counted, gains?.withoutCost]).toEqual([5, 1]);
    expect(gains?.worstByAmount).toMatchObject({ pnl: '-50', pnlPercent: '-50' });
  });

  it('are compared exactly, and the first of equals wins', () => {
    const huge = '123456789012.000000000000000001';
    const held = value([
      ['less', '123456789012', 2],
      ['more', huge, 2],
      ['as-much', huge, 2],
      ['as-little', '123456789012', 2],
    ]);
    expect(idsOf(findGains(held))).toEqual(['less', 'more', 'less', 'less']);
  });

  it('are not among those of which only a part has a known cost', () => {
    const held = value([
      // One of ten was bought for 2.
      ['partly', '10', 3, undefined, { cost: '2', amountWithoutCost: '9' }],
      // Four were bought, and more was sold before than is known to have been held.
      ['overdrawn', '3', 3, undefined, { cost: '8', amountWithoutCost: '-1' }],
      ['known', '1', 3],
    ]);
    const gains = findGains(held);
    expect(idsOf(gains)).toEqual(['known', 'known', 'known', 'known']);
    expect([gains?.counted, gains?.withoutCost]).toEqual([1, 2]);
  });

  it('are null if no cost is known', () => {
    expect([findGains([]), findGains(value([['unknown', '1', 2, null]]))]).toEqual([null, null]);
  });
});
