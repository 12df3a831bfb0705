import { expect, it } from 'vitest';
import type { OpenLot } from '#contract/ledger/figures.ts';
import { listPickable } from './pickable-lots.ts';

const lot = (transactionId: string | null, wallet: string | null, remaining: string, cost: string | null) =>
  ({
    transactionId,
    wallet,
    remaining,
    cost,
    acquiredAt: '2024-01-01T00:00:00.000Z',
    unitCost: 'each',
  }) as OpenLot;

it('A sale can only name lots of its wallet if each wallet has its own, and the parts of one lot together', () => {
  const lots = [
    lot('a', 'kraken', '1', '100'),
    lot('a', 'main', '2', '200'),
    lot('b', 'main', '0.5', null),
    lot('a', 'main', '0.50', '50'),
    lot(null, 'main', '7', '1'),
  ];
  const pickable = (wallet: string) =>
    listPickable(lots, wallet).map(({ transactionId, remaining, unitCost }) => [
      transactionId,
      remaining,
      unitCost,
    ]);
  expect(pickable('main')).toEqual([
    ['a', '2.50', '100'],
    ['b', '0.5', 'each'],
  ]);
  expect(pickable('kraken')).toEqual([['a', '1', 'each']]);
});

it('A sale from any wallet can name lots that are shared by all', () => {
  const lots = [lot('a', null, '1', '100'), lot('b', null, '2', '300')];
  expect(listPickable(lots, 'kraken')).toHaveLength(2);
});
