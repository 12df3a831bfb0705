import { expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';

it('By share pooling, a sale matched with a purchase of the next year leaves the pool at the end of the year', () => {
  const entries = [
    entryOf('1', 'buy', '2023-06-01T12:00Z', { in: '3 bitcoin', out: '300 USD' }),
    entryOf('2', 'buy', '2023-06-02T12:00Z', { in: '1 bitcoin' }),
    entryOf('3', 'sell', '2023-12-20T12:00Z', { in: '200 USD', out: '1 bitcoin' }),
    entryOf('4', 'buy', '2024-01-10T12:00Z', { in: '1 bitcoin', out: '150 USD' }),
  ];
  const settings = { method: 'uk', scope: 'portfolio' } as const;
  const endOf = (year: number) => {
    const { lines, pools, lots } = reportOf(entries, { country: 'generic', year, settings });
    const rows = [...pools, ...lots].map(({ transactionId, amount, cost }) => [transactionId, amount, cost]);
    return [lines.map(({ cost }) => cost), rows];
  };
  // 300 came in, and the 150 of the sale are those of the next year.
  const open = [
    [null, '3', '300'],
    ['2', '1', null],
  ];
  expect(endOf(2023)).toEqual([['150'], open]);
  expect(endOf(2024)).toEqual([[], open]);
});

it('By share pooling, a gift is in the pool from when it was received, not from when its donor acquired it', () => {
  const settings = { method: 'uk', scope: 'portfolio' } as const;
  const entries = [
    entryOf('1', 'buy', '2021-06-01T12:00Z', { in: '3 bitcoin', out: '300 USD' }),
    entryOf(
      '2',
      'gift_in',
      '2023-06-01T12:00Z',
      { in: '1 bitcoin', value: '50 USD' },
      {
        acquiredAt: Date.parse('2019-01-01T00:00Z'),
      },
    ),
    entryOf('3', 'sell', '2023-06-01T18:00Z', { in: '200 USD', out: '1 bitcoin' }),
  ];
  const poolOf = (year: number) =>
    reportOf(entries, { country: 'generic', year, settings }).pools.map(({ amount, cost }) => [amount, cost]);
  expect(poolOf(2020)).toEqual([]);
  expect(poolOf(2022)).toEqual([['3', '300']]);
  expect(poolOf(2023)).toEqual([['3', '300']]);
});

it('By share pooling, the pool at the end of a year in another time zone has what is sold later on that day in London', () => {
  const settings = { method: 'uk', scope: 'portfolio' } as const;
  const entries = [
    entryOf('1', 'buy', '2023-06-01T12:00Z', { in: '3 bitcoin', out: '300 USD' }),
    entryOf('2', 'sell', '2023-12-31T18:00Z', { in: '200 USD', out: '1 bitcoin' }),
  ];
  const reportIn = (timeZone: string) => {
    const { lines, pools } = reportOf(entries, { country: 'generic', year: 2023, settings, timeZone });
    return [lines.map(({ cost }) => cost), pools.map(({ amount, cost }) => [amount, cost])];
  };
  expect(reportIn('UTC')).toEqual([['100'], [['2', '200']]]);
  // In Tokyo, it is 2024 already.
  expect(reportIn('Asia/Tokyo')).toEqual([[], [['3', '300']]]);
});

it('By share pooling, purchases before and after the end of a year on one day in London are matched by their parts', () => {
  const settings = { method: 'uk', scope: 'portfolio' } as const;
  const entries = [
    entryOf('1', 'buy', '2023-06-01T12:00Z', { in: '10 bitcoin', out: '100 USD' }),
    entryOf('2', 'sell', '2023-12-20T12:00Z', { in: '400 USD', out: '2 bitcoin' }),
    entryOf('3', 'buy', '2023-12-31T10:00Z', { in: '1 bitcoin', out: '100 USD' }),
    entryOf('4', 'buy', '2023-12-31T18:00Z', { in: '3 bitcoin', out: '30000 USD' }),
  ];
  const poolsIn = (timeZone: string) =>
    reportOf(entries, { country: 'generic', year: 2023, settings, timeZone }).pools.map(
      ({ amount, cost }) => [amount, cost],
    );
  expect(poolsIn('UTC')).toEqual([['12', '15150']]);
  // Half of the day's four are matched with the sale, so half of the one that was there before 2024 in Tokyo.
  expect(poolsIn('Asia/Tokyo')).toEqual([['10.5', '150']]);
});
