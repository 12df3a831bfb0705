import { describe, expect, it } from 'vitest';
import type { Coverage } from '#contract/market.ts';
import { chooseRange, describeRange, isOpenRange, listRanges, type RangeAccess } from './chart-ranges.ts';

const accessTo = (days: RangeAccess['days']): RangeAccess => ({
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
  it('are the same for everyone, except that only some plans include all history', () => {
    expect(listRanges(accessTo(7)).map(({ label }) => label)).toEqual(['24H', '7D', '30D', '1Y']);
    expect(listRanges(accessTo(null)).map(({ label }) => label)).toEqual(['24H', '7D', '30D', '1Y', 'All']);
  });

  it('are open as far as the plan reaches, and only the default while the plan is unknown', () => {
    expect(openLabels(accessTo(7))).toEqual(['24H', '7D']);
    expect(openLabels(accessTo(365))).toEqual(['24H', '7D', '30D', '1Y']);
    expect(openLabels(accessTo(null))).toEqual(['24H', '7D', '30D', '1Y', 'All']);
    expect(openLabels(accessTo(undefined))).toEqual(['24H', '7D']);
  });

  it('fall back to seven days if the plan no longer includes the chosen one', () => {
    expect(chooseRange(accessTo(365), 30).days).toBe(30);
    expect(chooseRange(accessTo(7), 30).days).toBe(7);
    expect(chooseRange(accessTo(365), 'max').days).toBe(7);
  });

  it('say when prices start, and do not claim that they are complete', () => {
    const all = chooseRange(accessTo(null), 'max');
    expect(all.span).not.toContain('all time');
    expect(describeRange(all, [[Date.UTC(2025, 10, 22), 1]]).span).toBe('since 22 Nov 2025');
    expect(describeRange(all, []).span).toBe(all.span);
    const coverage = { from: '2013-10-06T00:00:00.000Z', sources: ['coingecko', 'own'] } satisfies Coverage;
    expect(describeRange(all, [[Date.UTC(2025, 10, 22), 1]], coverage).span).toBe('since 6 Oct 2013');
    expect(describeRange(all, [], { ...coverage, sources: ['coingecko', 'kraken', 'import'] }).span).toBe(
      'since 6 Oct 2013, with Kraken’s prices and imported prices',
    );
    expect(describeRange(chooseRange(accessTo(null), 365), [[Date.UTC(2025, 10, 22), 1]]).span).toBe(
      '1 year',
    );
  });
});
