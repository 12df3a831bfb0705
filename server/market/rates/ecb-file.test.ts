import { describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '#server/platform/utc-day.ts';
import { readEcbFile } from './ecb-file.ts';

const today = parseDay('2026-01-02');
const file = (...lines: string[]) => ['Date,USD,JPY,CYP,', ...lines].join('\n');

function read(text: string) {
  const ecb = readEcbFile(text, today)!;
  const days = ecb.days.map(({ day, rates }) => [
    formatDay(day),
    Object.fromEntries(rates.map(({ currency, rate }) => [currency, rate])),
  ]);
  return { days: Object.fromEntries(days), refused: ecb.refused };
}

describe("the European Central Bank's file", () => {
  it('yields units per dollar for every currency, including the euro', () => {
    const { days, refused } = read(file('2024-03-28,1.25,160,N/A,', '2024-03-27,1.6,,0.5,'));
    expect(days).toEqual({
      '2024-03-28': { eur: '0.8', usd: '1', jpy: '128' },
      '2024-03-27': { eur: '0.625', usd: '1', cyp: '0.3125' },
    });
    expect(refused).toEqual([]);
  });

  it('keeps enough decimals for 18 decimals of money to survive a round trip', () => {
    const { days } = read(file('2024-03-28,1.0811,163.45,N/A,'));
    expect(days['2024-03-28']).toMatchObject({ eur: '0.924983812783276292664878364628618999' });
  });

  it.each([
    ['2024-13-01,1.1,160,N/A,', '"2024-13-01" is not a date'],
    ['2024-02-30,1.1,160,N/A,', '"2024-02-30" is not a date'],
    ['1.2.2024,1.1,160,N/A,', '"1.2.2024" is not a date'],
    ['2026-01-03,1.1,160,N/A,', '2026-01-03 is in the future'],
    ['2024-03-28,1.1,1e3,N/A,', '"1e3" is not a rate of JPY'],
    ['2024-03-28,1.1,-160,N/A,', '"-160" is not a rate of JPY'],
    ['2024-03-28,0,160,N/A,', '"0" is not a rate of USD'],
    ['2024-03-28,N/A,160,N/A,', 'There is no rate of USD'],
    ['2024-03-28,1.1,160,N/A,,7', '5 rates for 4 columns'],
  ])('refuses the line %s', (line, reason) => {
    const { days, refused } = read(file('2024-03-27,1.6,160,0.5,', line));
    expect(refused).toEqual([{ line: 3, reason }]);
    expect(Object.keys(days)).toEqual(['2024-03-27']);
  });

  it('refuses a repeated day', () => {
    const line = '2024-03-28,1.25,160,N/A,';
    expect(read(file(line, '', line)).refused).toEqual([{ line: 4, reason: '2024-03-28 occurs twice' }]);
  });

  it('reads a byte-order mark and any line endings', () => {
    const { days } = read(`\uFEFFDate, USD\r\n2024-03-28, 1.25\r\n`);
    expect(days).toEqual({ '2024-03-28': { eur: '0.8', usd: '1' } });
  });

  it.each(['', 'no file', 'Date,JPY\n2024-03-28,160', 'Date,USD,<b>\n2024-03-28,1.25,1'])(
    'is not %j',
    (text) => expect(readEcbFile(text, today)).toBeNull(),
  );
});
