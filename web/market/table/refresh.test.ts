import { describe, expect, it } from 'vitest';
import { makeRow } from '../../../tests/support/market/market-rows.ts';
import type { CoinList } from '../queries.ts';
import { chooseRefresh, oldQuotesBefore } from './refresh.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 10, 12, 0, second)).toISOString();
const list = (asOf: string | null, overrides: Partial<CoinList> = {}): CoinList => ({
  source: 'coingecko',
  asOf,
  rows: [makeRow()],
  ...overrides,
});

describe('chooseRefresh', () => {
  it('keeps the rows unless the answer is at least 30 s newer', () => {
    expect(chooseRefresh(list(at(0)), list(at(0)))).toBe('up-to-date');
    expect(chooseRefresh(list(at(0)), list(at(29)))).toBe('up-to-date');
    expect(chooseRefresh(list(at(29)), list(at(0)))).toBe('up-to-date');
  });
  it('takes an answer that is 30 s newer', () => {
    expect(chooseRefresh(list(at(0)), list(at(30)))).toBe('updated');
  });
  it('takes the answer if there are no rows or an age is unknown', () => {
    expect(chooseRefresh(undefined, list(at(0)))).toBe('updated');
    expect(chooseRefresh(list(null), list(at(0)))).toBe('updated');
    expect(chooseRefresh(list(at(0)), list(null))).toBe('updated');
  });
  it('takes an answer with other marks, even if it is no newer', () => {
    for (const mark of [{ quarantined: true }, { missing: true }] as const) {
      const marked = list(at(0), { rows: [makeRow(mark)] });
      expect(chooseRefresh(list(at(0)), marked)).toBe('updated');
      expect(chooseRefresh(marked, list(at(0)))).toBe('updated');
      expect(chooseRefresh(marked, list(at(0), { rows: [makeRow(mark)] }))).toBe('up-to-date');
    }
  });
  it('takes an answer from another source, whatever its age', () => {
    expect(chooseRefresh(list(at(0), { source: 'simulated' }), list(at(1)))).toBe('updated');
  });
});

describe('oldQuotesBefore', () => {
  const rowAt = (last_updated: string | null) => makeRow({ last_updated });
  it('is ten minutes before the newest quote', () => {
    const rows = [rowAt(at(5)), rowAt(at(20)), rowAt(null)];
    expect(oldQuotesBefore(list(at(30), { rows }))).toBe(Date.parse(at(20)) - 600_000);
  });
  it('does not follow a quote that claims to be newer than the fetch', () => {
    const rows = [rowAt(at(5)), rowAt('2099-01-01T00:00:00Z')];
    expect(oldQuotesBefore(list(at(30), { rows }))).toBe(Date.parse(at(30)) - 600_000);
  });
  it('counts nothing as old if no time is known', () => {
    expect(oldQuotesBefore(list(null, { rows: [rowAt(null)] }))).toBe(Number.NEGATIVE_INFINITY);
  });
});
