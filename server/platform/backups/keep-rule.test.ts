import { describe, expect, it } from 'vitest';
import { chooseKept, parseKeepRule } from './keep-rule.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const keep = (rule: string, ...times: string[]) => {
  const kept = chooseKept(times.map(at), parseKeepRule(rule)!);
  return times.filter((time) => kept.has(at(time)));
};

describe('the rotation of backups', () => {
  it('keeps the newest of each hour, day and month', () => {
    const times = [
      '2026-11-22T18:59:59.999',
      '2026-11-22T18:00',
      '2026-11-22T17:30',
      '2026-11-22T16:30',
      '2026-11-21T23:59',
      '2026-11-21T01:00',
      '2026-11-20T12:00',
      '2026-10-31T10:00',
      '2026-10-30T10:00',
      '2026-09-01T00:00',
    ];
    expect(keep('2h', ...times)).toEqual([times[0], times[2]]);
    expect(keep('2d', ...times)).toEqual([times[0], times[4]]);
    expect(keep('3m', ...times)).toEqual([times[0], times[7], times[9]]);
    expect(keep('2h,2d,2m', ...times)).toEqual([times[0], times[2], times[4], times[7]]);
  });

  it('counts only periods with a backup, so that a pause removes nothing', () => {
    const times = ['2026-11-22T18:00', '2026-11-02T03:00', '2026-01-01T00:00'];
    expect(keep('3h', ...times)).toEqual(times);
    expect(keep('3d', ...times)).toEqual(times);
  });

  it('counts weeks from Monday, and years', () => {
    const times = ['2026-11-23T00:00', '2026-11-22T23:00', '2026-11-16T00:00', '2025-12-31T23:59'];
    expect(keep('2w', ...times)).toEqual([times[0], times[1]]);
    expect(keep('2y', ...times)).toEqual([times[0], times[3]]);
  });

  it('is the same in any order', () => {
    const times = ['2026-10-31T10:00', '2026-11-22T18:00', '2026-11-21T18:00'];
    expect(keep('1d,2m', ...times)).toEqual([times[0], times[1]]);
  });

  it('keeps the newest of hundreds by the hour: 24 hours, 7 days and 12 months', () => {
    const newest = at('2026-11-22T18:00');
    const hourly = Array.from({ length: 24 * 500 }, (_, hour) => newest - hour * 3_600_000);
    // The first of the 7 days and 12 months coincide with kept hours and days.
    expect(chooseKept(hourly, parseKeepRule('24h,7d,12m')!).size).toBe(24 + 5 + 11);
  });

  it.each(['', '24', 'h', '0h', '1001h', '24h,24h', '24h;7d', '-1h', '1.5h', '24h,', '2x'])(
    'rejects %j as a rule',
    (text) => expect(parseKeepRule(text)).toBeUndefined(),
  );
});
