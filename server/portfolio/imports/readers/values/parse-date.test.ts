import { describe, expect, it } from 'vitest';
import { type DateOrder, detectDateOrder, parseDate } from './parse-date.ts';

const now = Date.UTC(2026, 10, 22);
const parse = (text: string, timeZone = 'UTC', order: DateOrder = 'open') => {
  const { at, precision, monthFirst } = parseDate(text, { order, timeZone }, now);
  return [new Date(at).toISOString(), precision, monthFirst && new Date(monthFirst).toISOString()];
};

describe('A date in a file', () => {
  it.each([
    ['2025-01-17T16:57:02Z', '2025-01-17T16:57:02.000Z', 1000],
    ['2025-01-17 16:57:02 UTC', '2025-01-17T16:57:02.000Z', 1000],
    ['2025-01-17 16:57:02.123456789', '2025-01-17T16:57:02.123Z', 1],
    ['2025-01-17 16:57', '2025-01-17T16:57:00.000Z', 60_000],
    ['2025/1/7', '2025-01-07T00:00:00.000Z', 86_400_000],
    ['20210916', '2021-09-16T00:00:00.000Z', 86_400_000],
    ['2023-06-02 16:06:47-04:00', '2023-06-02T20:06:47.000Z', 1000],
    ['2023-06-02T16:06:47.5+0530', '2023-06-02T10:36:47.500Z', 1],
    ['18.01.2025 15:18:55', '2025-01-18T15:18:55.000Z', 1000],
    ['18.01.25', '2025-01-18T00:00:00.000Z', 86_400_000],
    ['17/11/2021 9:05 PM', '2021-11-17T21:05:00.000Z', 60_000],
    ['11/17/2021, 12:05:01 a.m.', '2021-11-17T00:05:01.000Z', 1000],
    ['May 5, 2020, 10:10:57 PM', '2020-05-05T22:10:57.000Z', 1000],
    ['Jan. 28, 2022, 12:31 AM', '2022-01-28T00:31:00.000Z', 60_000],
    ['Sept. 3rd, 2022', '2022-09-03T00:00:00.000Z', 86_400_000],
    ['Fri, 02 Jun 2023 16:06:47 -0400', '2023-06-02T20:06:47.000Z', 1000],
    ['28-Jan-2022 12:31', '2022-01-28T12:31:00.000Z', 60_000],
    ['1620000000', '2021-05-03T00:00:00.000Z', 1000],
    ['1620000000123', '2021-05-03T00:00:00.123Z', 1],
  ])('is read: %s', (text, instant, precision) => {
    expect(parse(text)).toEqual([instant, precision, null]);
  });

  it.each([
    ['2025-02-30', 'is not a date'],
    ['2025-02-30 10:00:00', 'is not a date'],
    ['2025-06-31T10:00:00Z', 'is not a date'],
    ['2025-13-01', 'is not a date'],
    ['2025-01-01 25:00', 'is not a date'],
    ['2025-01-01 13:00 PM', 'is not a date'],
    ['2025-01-01 10:00 Mars', 'is not a date'],
    ['yesterday', 'is not a date'],
    ['2025-01-01T10:00:00+99:99', 'is not a time zone'],
    [`2025-01-01 ${'1'.repeat(10_000)}`, 'is not a date'],
    ['2008-12-31', 'is before 2009-01-03'],
    ['2026-11-24', 'is in the future'],
  ])('is refused: %s', (text, why) => {
    expect(() => parse(text)).toThrow(why);
  });

  it('without a zone uses the one given, across clock changes', () => {
    const berlin = (text: string) => parse(text, 'Europe/Berlin')[0];
    expect(berlin('2021-01-15 12:00:00')).toBe('2021-01-15T11:00:00.000Z');
    expect(berlin('2021-07-15 12:00:00')).toBe('2021-07-15T10:00:00.000Z');
    expect(berlin('2021-03-28 01:59:59')).toBe('2021-03-28T00:59:59.000Z');
    expect(berlin('2021-03-28 03:00:00')).toBe('2021-03-28T01:00:00.000Z');
    // This hour occurs twice; the first is taken.
    expect(berlin('2021-10-31 02:30:00')).toBe('2021-10-31T00:30:00.000Z');
    expect(berlin('2021-10-31 03:00:00')).toBe('2021-10-31T02:00:00.000Z');
    expect(parse('2021-04-04 02:30:00', 'Australia/Lord_Howe')[0]).toBe('2021-04-03T16:00:00.000Z');
    expect(parse('2021-07-15 12:00:00', '-03:30')[0]).toBe('2021-07-15T15:30:00.000Z');
  });

  it('has two readings if day and month are ambiguous', () => {
    expect(parse('5/9/2017 21:14')).toEqual(['2017-09-05T21:14:00.000Z', 60_000, '2017-05-09T21:14:00.000Z']);
    expect(parse('5/5/2017')).toEqual(['2017-05-05T00:00:00.000Z', 86_400_000, null]);
    expect(parse('5/9/2017', 'UTC', 'mdy')[0]).toBe('2017-05-09T00:00:00.000Z');
    expect(() => parse('5/9/2017', 'UTC', 'mixed')).toThrow('day first or month first');
    expect(parse('5/19/2017', 'UTC', 'mixed')[0]).toBe('2017-05-19T00:00:00.000Z');
  });

  it.each<[string, DateOrder | null]>([
    ['5/9/2017', 'open'],
    ['15/9/2017', 'dmy'],
    ['5/19/2017', 'mdy'],
    ['5/5/2017', null],
    ['5.9.2017', null],
    ['2017-05-09', null],
  ])('shows whether day or month comes first: %s', (text, order) => {
    expect(detectDateOrder(text)).toBe(order);
  });
});
