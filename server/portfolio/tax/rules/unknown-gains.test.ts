import { describe, expect, it } from 'vitest';
import type { TaxCountry } from '#contract/tax/choice.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';

const currencies = { GB: 'GBP', US: 'USD', DE: 'EUR', CA: 'CAD', generic: 'USD' } as const;

/** 1 coin is bought for 100. Half of it is sold, then 2 more, of which 1.5 were never bought. */
function reportIn(country: keyof typeof currencies, money = '1000'): TaxReport {
  const currency = currencies[country];
  const entries = [
    entryOf('a', 'buy', '2024-05-10', { in: '1 bitcoin', out: `100 ${currency}` }),
    entryOf('b', 'sell', '2024-06-10', { in: `500 ${currency}`, out: '0.5 bitcoin' }),
    entryOf('c', 'sell', '2024-07-10', { in: `${money} ${currency}`, out: '2 bitcoin' }),
  ];
  return reportOf(entries, { country, year: 2024 });
}
const textsOf = ({ notes }: TaxReport) =>
  notes.filter(({ kind }) => kind === 'missing').map(({ text }) => text);
/** A sale of coins whose cost is unknown, but not the day on which they were bought. */
const onlyUnknown = (country: TaxCountry, currency: string) =>
  reportOf(
    [
      entryOf('u', 'buy', '2024-05-10', { in: '1 bitcoin' }),
      entryOf('s', 'sell', '2024-06-10', { in: `500 ${currency}`, out: '1 bitcoin' }),
    ],
    { country, year: 2024 },
  );

describe('a sale of more than was bought', () => {
  it.each(['GB', 'CA', 'generic'] as const)(
    'has no gain in %s, but a bound: the proceeds less the known part of the cost',
    (country) => {
      const { lines, totals, problems, largestDifference } = reportIn(country);
      expect(lines.map(({ cost, gain }) => [cost, gain])).toEqual([
        ['50', '450'],
        [null, null],
      ]);
      expect(lines[1]?.problem).toContain('is unknown');
      expect(totals).toMatchObject({ proceeds: '1500', cost: '50', gains: '450', net: '450' });
      // 1,000 − 50, if the coins that are missing had cost nothing.
      expect(largestDifference).toBe('950');
      for (const problem of problems)
        expect(problem).toMatchObject({ transactionId: 'c', largestDifference: '950' });
    },
  );

  it.each(['US', 'DE'] as const)('has a line of its own for the coins that are missing in %s', (country) => {
    const { lines, problems, largestDifference } = reportIn(country);
    expect(lines.map(({ amount, cost, gain }) => [amount, cost, gain])).toEqual([
      ['0.5', '50', '450'],
      ['0.5', '50', '200'],
      ['1.5', null, null],
    ]);
    // Not the gain of the other part, which is known.
    expect(largestDifference).toBe('750');
    for (const problem of problems)
      expect(problem).toMatchObject({ transactionId: 'c', largestDifference: '750' });
  });

  it('has a note that it counts in the proceeds, but in no gain', () => {
    expect(textsOf(reportIn('GB'))).toEqual([
      '1 line without a known gain is not included in the gains, losses and net. Its proceeds of GBP 1,000.00 are included in the total proceeds.',
    ]);
    const known = reportOf([entryOf('a', 'buy', '2024-05-10', { in: '1 bitcoin', out: '100 GBP' })], {
      country: 'GB',
      year: 2024,
    });
    expect(textsOf(known)).toEqual([]);
  });

  it('leaves what is taxable unknown', () => {
    expect(reportIn('GB').details).toMatchObject({ taxable: null });
    expect(reportIn('CA').details).toMatchObject({ taxable: null });
  });

  it('is not exempt in Germany if its gain could reach the limit, and what is taxable is then unknown', () => {
    // 450 + 200 are known; with the third line it could be 1,400, or 999.
    expect(reportIn('DE').details).toMatchObject({ sales: { total: '650', isExempt: false, taxable: null } });
    expect(reportIn('DE', '599').details).toMatchObject({ sales: { isExempt: true, taxable: '0' } });
    expect(reportIn('DE', '600').details).toMatchObject({ sales: { isExempt: false, taxable: null } });
  });

  it('changes nothing if it is exempt', () => {
    expect(reportIn('DE', '599')).toMatchObject({ totals: { net: '0' }, largestDifference: '0' });
    expect(textsOf(reportIn('DE', '599'))).toEqual([]);
  });

  it('leaves the boxes of forms empty if no gain is known', () => {
    const [gb, us] = [onlyUnknown('GB', 'GBP'), onlyUnknown('US', 'USD')];
    expect(gb.details).toMatchObject({
      boxes: [{ value: '1' }, { value: '500' }, { value: null }, { value: null }, { value: null }],
    });
    expect(us.details).toMatchObject({
      scheduleD: [{ value: null }, { value: null }, { value: '0' }, { value: '0' }, { value: null }],
    });
  });
});

it('income without a value could reach the German limit, so it is not exempt', () => {
  const entries = [
    entryOf('a', 'income', '2024-05-10', { in: '1 ethereum' }),
    entryOf('b', 'income', '2024-05-11', { in: '1 mystery' }),
  ];
  const { details } = reportOf(entries, { country: 'DE', year: 2024, closes: { ethereum: '100' } });
  expect(details).toMatchObject({ income: { total: '100', isExempt: false, taxable: null } });
});

it('Income without a known value is missing from the total, which the report says', () => {
  const entries = [
    entryOf('i', 'income', '2024-05-10', { in: '1 bitcoin', value: '70 USD' }),
    entryOf('u', 'income', '2024-06-10', { in: '1 solana' }),
  ];
  const report = reportOf(entries, { country: 'generic', year: 2024 });
  expect(report.income.total).toBe('70');
  expect(textsOf(report)).toEqual(['The income does not include 1 transaction without a known value.']);
  expect(textsOf(reportOf(entries.slice(0, 1), { country: 'generic', year: 2024 }))).toEqual([]);
});
