import { describe, expect, it } from 'vitest';
import type { LedgerHolding } from '#contract/ledger/figures.ts';
import type { ValuedHolding } from '#contract/portfolio.ts';
import { findOldestLivePrice, initialOrder, nextOrder, sortRows, toRows } from './coin-rows.ts';

const held = (coinId: string, unrealizedPercent: string | null, amount = '1') =>
  ({ coinId, name: coinId, amount, unrealizedPercent, value: amount }) as LedgerHolding;
const valued = (coinId: string, id: string, value: string | null, change24h: string | null) =>
  ({ coinId, id, value, change24h, sharePercent: value && '25' }) as ValuedHolding;

describe('the rows of the holdings', () => {
  it('are one per coin, with its 24h change, share and positions', () => {
    const [bitcoin, sold] = toRows(
      [held('bitcoin', '1'), held('sold', null)],
      [
        valued('bitcoin', 'h1', '110', '10'),
        valued('bitcoin', 'h2', '220', '20'),
        valued('eth', 'h3', '1', '0'),
      ],
    );
    expect(bitcoin).toMatchObject({ dayPercent: 10, share: '50' });
    expect(bitcoin?.positions.map(({ id }) => id)).toEqual(['h1', 'h2']);
    expect(sold).toMatchObject({ dayPercent: null, share: null, positions: [] });
    expect(toRows([held('bitcoin', '1')], [valued('bitcoin', 'coin:bitcoin', '1', null)])[0]).toMatchObject({
      dayPercent: null,
      positions: [],
    });
  });

  it('say the 24h change of the coin, also if its balance is below zero', () => {
    const percentOf = (value: string, change: string) =>
      toRows([held('a', null)], [valued('a', 'coin:a', value, change)])[0]?.dayPercent;
    expect(percentOf('-110', '-10')).toBe(10);
    expect(percentOf('-90', '10')).toBe(-10);
    expect(percentOf('5', '5')).toBeNull();
  });

  it('are sorted by gain in percent, highest first and unknown last', () => {
    const rows = toRows([held('a', '-5'), held('b', null), held('c', '7.1'), held('d', '7.09')], []);
    const [unpriced] = toRows([{ ...held('e', null), value: null }], []);
    expect(sortRows([unpriced!, ...rows], initialOrder).map(({ holding }) => holding.name)).toEqual([
      'c',
      'd',
      'b',
      'a',
      'e',
    ]);
    const namesOf = (order = initialOrder) => sortRows(rows, order).map(({ holding }) => holding.name);
    expect(namesOf()).toEqual(['c', 'd', 'b', 'a']);
    expect(namesOf(nextOrder(initialOrder, 'unrealizedPercent'))).toEqual(['a', 'b', 'd', 'c']);
    expect(namesOf(nextOrder(initialOrder, 'name'))).toEqual(['a', 'b', 'c', 'd']);
    expect(namesOf({ column: 'day', isAscending: true })).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are as old as the oldest live price, whenever they were calculated', () => {
    const priced = (priceState: LedgerHolding['priceState'], minute: number) => ({
      ...held(`coin${minute}`, '1'),
      priceState,
      priceAsOf: `2026-01-02T03:${minute}:00.000Z`,
    });
    expect(findOldestLivePrice([priced('live', 31), priced('live', 30), priced('stale', 10)])).toBe(
      '2026-01-02T03:30:00.000Z',
    );
    expect(findOldestLivePrice([priced('stale', 10)])).toBeNull();
  });
});
