import { describe, expect, it } from 'vitest';
import type { TaxLine } from '#contract/tax/report.ts';
import { listWorkingSteps, type WorkingStep } from './list-working-steps.ts';

const line: TaxLine = {
  number: 1,
  kind: 'sell',
  day: '2024-03-10',
  disposedAt: '2024-03-10T12:00:00.000Z',
  ...{ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount: '0.375' },
  ...{ proceeds: '1000', cost: '2000', gain: '-1000', fees: '0', adjustment: '0' },
  ...{ acquiredAt: null, term: null, box: null, exempt: false, rules: ['lot'] },
  ...{ poolAfter: null, portfolioValue: null, problem: null },
  ...{ transactionIds: ['b'], matches: [], proofs: [] },
};

const textOf = (steps: readonly WorkingStep[]) =>
  steps.map(({ name, value, how }) => [name, value, how].filter((part) => part !== undefined).join(' | '));

describe('the working of a line', () => {
  it('in France goes from the whole portfolio to the share (BOI-RPPM-PVBMC-30-20 § 110)', () => {
    const sale: TaxLine = {
      ...line,
      ...{ proceeds: '445', fees: '5', cost: '375', gain: '70', rules: ['portfolio_share'] },
      ...{ portfolioValue: '1200', poolAfter: { amount: null, cost: '625' } },
    };
    expect(textOf(listWorkingSteps(sale).proceeds)).toEqual([
      'Price | 450',
      'Fees | 5',
      'Proceeds | 445 | price − fees',
    ]);
    expect(textOf(listWorkingSteps(sale).cost)).toEqual([
      'Acquisition cost of the whole portfolio before the disposal | 1000',
      'Value of the whole portfolio | 1200',
      'Cost | 375 | acquisition cost × price ÷ value',
      'Acquisition cost left after the disposal | 625',
    ]);
    expect(textOf(listWorkingSteps(sale).gain)).toEqual(['Gain | 70 | proceeds − cost']);
  });

  it('in Canada names the denied part of a loss', () => {
    const sale: TaxLine = { ...line, gain: '-250', adjustment: '750' };
    expect(textOf([...listWorkingSteps(sale).proceeds, ...listWorkingSteps(sale).cost])).toEqual([
      'Proceeds | 1000',
      'Cost | 2000',
    ]);
    expect(textOf(listWorkingSteps(sale).gain)).toEqual([
      'Adjustment | 750 | the part of the loss that is denied',
      'Gain | -250 | proceeds − cost + adjustment',
    ]);
  });

  it('has no values for what is unknown', () => {
    const sale: TaxLine = { ...line, cost: null, gain: null };
    expect(textOf([...listWorkingSteps(sale).cost, ...listWorkingSteps(sale).gain])).toEqual([
      'Cost | ',
      'Gain |  | proceeds − cost',
    ]);
  });
});
