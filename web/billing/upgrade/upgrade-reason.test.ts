import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUpgradeReason } from './upgrade-reason.ts';

const at = (seconds: number, visits: number, pageViews: number) =>
  findUpgradeReason({ seconds, visits, pageViews });

const visits = fc.record({
  seconds: fc.oneof(fc.double({ min: 0, max: 1000, noNaN: true }), fc.constantFrom(30, 120)),
  visits: fc.integer({ min: 1, max: 4 }),
  pageViews: fc.nat({ max: 6 }),
});

describe('the reason to offer a plan', () => {
  it.each([
    [30, 2, 0, null],
    [30.001, 2, 0, 'time_spent'],
    [30.001, 1, 0, null],
    [120, 1, 0, null],
    [120.001, 1, 0, 'feature_locked'],
    [0, 1, 2, null],
    [0, 1, 3, 'limit_reached'],
    // The first rule wins.
    [121, 2, 3, 'time_spent'],
    [121, 1, 3, 'feature_locked'],
    [30, 9, 3, 'limit_reached'],
  ] as const)('after %d s, %d visits and %d page views is %s', (seconds, visits, pageViews, reason) => {
    expect(at(seconds, visits, pageViews)).toBe(reason);
  });

  it('never gets weaker with a longer visit, another visit or more pages', () => {
    fc.assert(
      fc.property(visits, visits, (one, more) => {
        const later = {
          seconds: one.seconds + more.seconds,
          visits: one.visits + more.visits,
          pageViews: one.pageViews + more.pageViews,
        };
        const order = [null, 'limit_reached', 'feature_locked', 'time_spent'];
        const rank = (visit: typeof one) => order.indexOf(findUpgradeReason(visit));
        expect(rank(later)).toBeGreaterThanOrEqual(rank(one));
      }),
    );
  });

  it('is never one whose threshold is not reached, and null only if none is', () => {
    fc.assert(
      fc.property(visits, (visit) => {
        const { seconds, visits, pageViews } = visit;
        const holds = {
          time_spent: seconds > 30 && visits >= 2,
          feature_locked: seconds > 120,
          limit_reached: pageViews >= 3,
        };
        const reason = findUpgradeReason(visit);
        expect(reason === null ? !Object.values(holds).includes(true) : holds[reason]).toBe(true);
      }),
    );
  });
});
