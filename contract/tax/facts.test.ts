import { expect, it } from 'vitest';
import { listTaxFacts } from './facts.ts';
import type { TaxDetailsOf, TaxTotals } from './report.ts';

const totals: TaxTotals = { proceeds: '0', cost: '0', gains: '0', losses: '0', net: '0' };

it('the boxes of SA108 are whole pounds, except the number of disposals', () => {
  const details: TaxDetailsOf<'GB'> = {
    country: 'GB',
    boxes: [
      { box: '13.1', label: 'Number of disposals', value: '2' },
      { box: '13.2', label: 'Disposal proceeds', value: '29900' },
    ],
    ...{ annualExemptAmount: null, taxable: null, reportingLimit: null },
    ...{ before30October: null, from30October: null, openUntil: null },
  };
  const [boxes] = listTaxFacts(details);
  expect(boxes?.facts).toEqual([
    { name: '13.1  Number of disposals', text: '2' },
    { name: '13.2  Disposal proceeds', money: '29900', isWhole: true },
  ]);
});

it('a loss is not a taxable gain', () => {
  const sales = { limit: '1000', total: '-5.5', isExempt: false, taxable: '-5.5' };
  const none = { limit: '256', total: '0', isExempt: false, taxable: '0' };
  const [german] = listTaxFacts({ country: 'DE', sales, income: none, exemptTotals: totals });
  expect(german?.facts.at(-1)).toEqual({ name: 'Loss, to offset gains of other years', money: '5.5' });
  const [canadian] = listTaxFacts({
    ...{ country: 'CA', superficialLosses: [], deniedTotal: '0', inclusionRate: '50' },
    taxable: '-12',
  });
  expect(canadian?.facts.at(-1)).toEqual({ name: 'Net capital loss', money: '12' });
});

it('the lines of Schedule D are money', () => {
  const details: TaxDetailsOf<'US'> = {
    ...{ country: 'US', basis: 'wallet', form8949: [], shortTerm: totals, longTerm: totals },
    scheduleD: [{ box: '16', label: 'Both together', value: '-1234.5' }],
  };
  const [scheduleD] = listTaxFacts(details);
  expect(scheduleD?.facts).toEqual([{ name: '16  Both together', money: '-1234.5' }]);
});

it('proceeds of which some are unknown are not said to be below the reporting limit', () => {
  const namesOf = (proceeds: string | null, isAbove: boolean) => {
    const details: TaxDetailsOf<'GB'> = {
      ...{ country: 'GB', boxes: [], annualExemptAmount: null, taxable: null },
      reportingLimit: { limit: '50000', proceeds, isAbove },
      ...{ before30October: null, from30October: null, openUntil: null },
    };
    return listTaxFacts(details).flatMap(({ facts }) => facts.map(({ name }) => name));
  };
  expect(namesOf('7', false)).toContain('Reporting limit: proceeds are not above it');
  expect(namesOf('60000', true)).toContain('Reporting limit: proceeds are above it');
  expect(namesOf(null, false)).toContain('Reporting limit: not all proceeds are known');
});
