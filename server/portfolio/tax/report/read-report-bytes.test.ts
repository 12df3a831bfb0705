import { expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { readReportBytes, readReportInTurns } from './read-report-bytes.ts';

const lines = Array.from({ length: 5000 }, (_, number) => ({
  number,
  note: `${'long '.repeat(60)}"quoted", {braces} and [brackets] \\`,
}));
const report = { country: 'generic', lines, problems: [], totals: { net: '1' } };
const bytes = Buffer.from(JSON.stringify(report));

it('A long report is read like a short one, yielding to other calls in between', async () => {
  const [reader, turns] = await countTurns(readReportInTurns(bytes));
  const inOne = readReportBytes(bytes);
  for (const { head, count, rows } of [reader, inOne]) {
    expect(head).toEqual({ country: 'generic', totals: { net: '1' } });
    expect([count('lines'), count('problems'), count('lots')]).toEqual([5000, 0, 0]);
    expect(rows('lines', 4998, 5000)).toEqual(lines.slice(-2));
  }
  expect(turns).toBeGreaterThanOrEqual(4);
});

it('A long list in the details is read like a table, even if it is the last member', async () => {
  const superficialLosses = lines.map(({ number, note }) => ({ line: number, note }));
  for (const details of [
    { country: 'CA', superficialLosses, deniedTotal: '1' },
    { country: 'CA', superficialLosses },
  ]) {
    const long = Buffer.from(JSON.stringify({ country: 'CA', details, engine: 'tax-6' }));
    const [{ head, count, rows }, turns] = await countTurns(readReportInTurns(long));
    expect(head).toEqual({ country: 'CA', details: { ...details, superficialLosses: [] }, engine: 'tax-6' });
    expect(count('superficialLosses')).toBe(5000);
    expect(rows('superficialLosses', 4998, 5000)).toEqual(superficialLosses.slice(-2));
    expect(turns).toBeGreaterThanOrEqual(4);
  }
});

it('Anything but a report is refused, wherever it is truncated', async () => {
  for (const broken of ['{"lines":1}', '{"lines":[{"a":1}', '{"a" 1}'])
    await expect(readReportInTurns(Buffer.from(broken))).rejects.toThrow();
});
