import { expect, it } from 'vitest';
import type { MethodComparison } from '#contract/ledger/figures.ts';
import { listLeftOut, toMethodRows } from './method-rows.ts';

const by = (method: string, realized: string | null, unrealized = '30', scope = 'portfolio') =>
  ({ method, scope, realized, unrealized }) as MethodComparison['methods'][number];

it('The methods are compared in the scope of the settings', () => {
  const methods = [by('uk', '12'), by('hifo', '9.5'), by('fifo', '10'), by('fifo', '1', '30', 'wallet')];
  const rows = toMethodRows({ methods }, { method: 'fifo', scope: 'portfolio' });
  expect(rows.map(({ figures }) => figures.method)).toEqual(['fifo', 'hifo', 'uk']);
  expect(rows.map(({ isUsed, isLowest }) => [isUsed, isLowest])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  expect(rows[0]?.realizedPart).toBe(0.25);
  const wallet = toMethodRows({ methods }, { method: 'uk', scope: 'wallet' });
  expect(wallet.map(({ figures, isUsed }) => [figures.method, figures.scope, isUsed])).toEqual([
    ['fifo', 'wallet', false],
    ['uk', 'portfolio', true],
  ]);
});

it('Unknown figures are not drawn, and no method has the lowest gain if all are equal', () => {
  const rows = toMethodRows(
    { methods: [by('fifo', '0', '0'), by('lifo', '0', '0')] },
    { method: 'fifo', scope: 'portfolio' },
  );
  expect(rows.map(({ isLowest, realizedPart }) => [isLowest, realizedPart])).toEqual([
    [false, null],
    [false, null],
  ]);
  const [unknown] = toMethodRows({ methods: [by('fifo', null)] }, { method: 'fifo', scope: 'portfolio' });
  expect(unknown).toMatchObject({ isLowest: false, realizedPart: null });
});

it('No method is the lowest if one leaves out a gain that is not known', () => {
  const rows = toMethodRows(
    { methods: [{ ...by('fifo', '1'), unknownGain: 1 }, by('lifo', '5')] },
    { method: 'fifo', scope: 'portfolio' },
  );
  expect(rows.map(({ isLowest }) => isLowest)).toEqual([false, false]);
});

it('The figures of a method say what they leave out', () => {
  expect(listLeftOut({})).toEqual([]);
  expect(listLeftOut({ unknownGain: 2, unknownCost: 1, unpriced: 3 })).toEqual([
    '2 disposals without a known gain, not included',
    '1 coin with a part of unknown cost, not included',
    '3 coins without a price, not included in unrealized',
  ]);
});
