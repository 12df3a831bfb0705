import { describe, expect, it } from 'vitest';
import { chooseRange, describeRange, isOpenRange, listRanges, type RangeAccess } from './chart-ranges.ts';

const may = (days: RangeAccess['days']): RangeAccess => ({
  days,
  describeLock: () => '',
  onLocked: () => {},
  onNearLocked: () => {},
});
const openLabels = (access: RangeAccess) =>
  listRanges(access)
    .filter(({ days }) => isOpenRange(access, days))
    .map(({ label }) => label);

describe("a chart's ranges", () => {
  it('are there for everyone, with all of history only where it may be seen', () => {
    expect(listRanges(may(7)).map(({ label }) => label)).toEqual(['24H', '7D', '30D', '1Y']);
    expect(listRanges(may(null)).map(({ label }) => label)).toEqual(['24H', '7D', '30D', '1Y', 'All']);
  });

  it('are open as far as history may be seen, and no further while that is not known', () => {
    expect(openLabels(may(7))).toEqual(['24H', '7D']);
    expect(openLabels(may(365))).toEqual(['24H', '7D', '30D', '1Y']);
    expect(openLabels(may(null))).toEqual(['24H', '7D', '30D', '1Y', 'All']);
    expect(openLabels(may(undefined))).toEqual(['24H', '7D']);
  });

  it('fall back to seven days where the one shown may not be seen any more', () => {
    expect(chooseRange(may(365), 30).days).toBe(30);
    expect(chooseRange(may(7), 30).days).toBe(7);
    expect(chooseRange(may(365), 'max').days).toBe(7);
  });

  it('say since when there are prices, never that they are all there ever were', () => {
    const all = chooseRange(may(null), 'max');
    expect(all.span).not.toContain('all time');
    expect(describeRange(all, [[Date.UTC(2025, 10, 22), 1]]).span).toBe('since 22 Nov 2025');
    expect(describeRange(all, []).span).toBe(all.span);
    expect(describeRange(chooseRange(may(null), 365), [[Date.UTC(2025, 10, 22), 1]]).span).toBe('1 year');
  });
});
