import { describe, expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { reportOf } from '../../../../tests/support/portfolio/tax-report.ts';
import { writeReportCsv } from './report-csv.ts';

const toCsv = (report: Parameters<typeof writeReportCsv>[0]) => [...writeReportCsv(report)].join('');

/** A coin name that a spreadsheet would evaluate as a formula. */
const hostile = '=cmd()';
const ledgerIn = (currency: string) => [
  entryOf('b', 'buy', '2023-01-01', { in: `2 ${hostile}`, out: `200 ${currency}` }),
  entryOf('s', 'sell', '2024-05-01', { in: `90 ${currency}`, out: `1 ${hostile}` }),
  entryOf('u', 'sell', '2024-06-01', { in: `90 ${currency}`, out: `2 ${hostile}` }),
];
const csvOf = (country: 'GB' | 'US' | 'DE', currency: string) =>
  toCsv(reportOf(ledgerIn(currency), { country, year: 2024 })).split('\r\n');

describe('a report as CSV', () => {
  it.each([
    ['GB', 'GBP'],
    ['US', 'USD'],
    ['DE', 'EUR'],
  ] as const)('has no cell for %s that a spreadsheet would evaluate', (country, currency) => {
    const rows = csvOf(country, currency);
    expect(rows.join('\n').toLowerCase()).toContain(hostile);
    for (const row of rows) expect(row).not.toMatch(/(?:^|,)"?[=+@]/);
  });

  it('keeps negative gains as numbers and leaves unknown values empty', () => {
    // A loss, and a sale in which one coin has no cost.
    const rows = csvOf('US', 'USD').slice(1, -1);
    expect(rows.map((row) => row.split(',').slice(4, 9))).toEqual([
      ['90', '100', '', '', '-10'],
      ['45', '100', '', '', '-55'],
      ['45', '', '', '', ''],
    ]);
    expect(rows[2]).toContain('is unknown');
  });

  it('says in its line how large an unknown gain can be in France', () => {
    const csv = toCsv(reportOf(ledgerIn('EUR'), { country: 'FR', year: 2024, closes: { [hostile]: '90' } }));
    // 2 are sold, of which 1 was not bought: 90 − 100 × 90 ÷ 180, with the 100 left of 200.
    expect(csv).toContain('so the line has no known gain. It is at most EUR 40.00.');
  });

  it('has part I of Form 8949 before part II', () => {
    const entries = [
      entryOf('a', 'buy', '2020-01-01T12:00Z', { in: '1 bitcoin', out: '100 USD' }),
      entryOf('l', 'sell', '2024-02-01T12:00Z', { in: '90 USD', out: '1 bitcoin' }),
      entryOf('b', 'buy', '2024-03-01T12:00Z', { in: '1 bitcoin', out: '80 USD' }),
      entryOf('s', 'sell', '2024-04-01T12:00Z', { in: '70 USD', out: '1 bitcoin' }),
    ];
    const rows = toCsv(reportOf(entries, { country: 'US', year: 2024 }))
      .split('\r\n')
      .slice(1, 3);
    expect(rows.map((row) => row.split(',').slice(0, 4))).toEqual([
      ['C', '1 BITCOIN', '03/01/2024', '04/01/2024'],
      ['F', '1 BITCOIN', '01/01/2020', '02/01/2024'],
    ]);
  });

  it('dates a purchase in the 30 days after by its day in London', () => {
    const entries = [
      entryOf('a', 'buy', '2023-01-01', { in: '1 bitcoin', out: '100 GBP' }),
      entryOf('s', 'sell', '2024-06-20', { in: '90 GBP', out: '1 bitcoin' }),
      // In London it is 1 July.
      entryOf('b', 'buy', '2024-06-30T23:30Z', { in: '1 bitcoin', out: '80 GBP' }),
    ];
    const csv = toCsv(reportOf(entries, { country: 'GB', year: 2024 }));
    expect(csv).toContain('30 days after (2024-07-01): 1 for 80');
  });

  it('has a header if there are no lines', () => {
    const empty = toCsv(reportOf([], { country: 'generic', year: 2024 }));
    expect(empty.split('\r\n')).toHaveLength(2);
  });

  it('is written in pieces, however long it is, so that its thread never needs it as one text', () => {
    const report = reportOf(ledgerIn('EUR'), { country: 'DE', year: 2024 });
    const lines = Array.from({ length: 1234 }, () => report.lines[0]!);
    const pieces = [...writeReportCsv({ ...report, lines })];
    expect(Math.max(...pieces.map((piece) => piece.split('\r\n').length - 1))).toBe(500);
    expect(pieces.join('').split('\r\n')).toHaveLength(1 + lines.length + report.apart.length + 1);
  });
});
