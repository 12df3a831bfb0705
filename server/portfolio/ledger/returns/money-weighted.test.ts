import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../tests/support/create-random.ts';
import { type DatedFlow, solveMoneyWeighted } from './money-weighted.ts';

const presentValue = (flows: readonly DatedFlow[], rate: number) =>
  flows.reduce((sum, { day, amount }) => sum + amount * (1 + rate) ** (-day / 365), 0);

/** A simple solver: steps upwards until the sign changes, then bisects. */
function solveNaively(flows: readonly DatedFlow[]): number {
  let [low, high] = [-0.999_999, -0.999_999];
  while (presentValue(flows, low) > 0 === presentValue(flows, high) > 0) high += 0.01 * (1 + Math.abs(high));
  for (let turn = 0; turn < 200; turn += 1) {
    const middle = (low + high) / 2;
    if (presentValue(flows, middle) > 0 === presentValue(flows, low) > 0) low = middle;
    else high = middle;
  }
  return low;
}

/** Payments on random days, not too near the end for the simple solver, and a closing value. */
function randomFlows(random: () => number, last: number): DatedFlow[] {
  const count = 1 + Math.floor(random() * 20);
  const paid = Array.from({ length: count }, (_, index) => ({
    day: index === 0 ? 0 : Math.floor(random() * last * 0.6),
    amount: -1 - random() * 1000,
  }));
  const total = paid.reduce((sum, { amount }) => sum - amount, 0);
  return [...paid, { day: last, amount: total * (0.05 + random() * 4) }];
}

describe('the money-weighted return', () => {
  it('is 100% for money doubled in a year', () => {
    const solved = solveMoneyWeighted(
      [
        { day: 0, amount: -100 },
        { day: 365, amount: 200 },
      ],
      0,
      365,
    );
    expect(solved).toEqual({ kind: 'rate', growth: expect.closeTo(Math.log(2), 14) });
  });

  it('agrees with a simple solver for 500 random payment series', () => {
    const random = createRandom(7);
    for (let run = 0; run < 500; run += 1) {
      const last = 400 + Math.floor(random() * 3000);
      const flows = randomFlows(random, last);
      const solved = solveMoneyWeighted(flows, 0, last);
      if (solved.kind !== 'rate') throw new Error(`${run}: ${JSON.stringify(solved)}`);
      const rate = Math.expm1((solved.growth * 365) / last);
      expect(rate).toBeCloseTo(solveNaively(flows), 8);
    }
  });

  it('is independent of the scale of the payments', () => {
    const flows = randomFlows(createRandom(3), 900);
    const solve = (scale: number) =>
      solveMoneyWeighted(
        flows.map(({ day, amount }) => ({ day, amount: amount * scale })),
        0,
        900,
      );
    const [one, large] = [solve(1), solve(1e12)];
    if (one.kind !== 'rate' || large.kind !== 'rate') throw new Error('no rate');
    expect(large.growth).toBeCloseTo(one.growth, 12);
  });

  it('finds rates from almost nothing up to a trillionfold', () => {
    for (const end of [1e-10, 0.01, 1e6, 1e14]) {
      const solved = solveMoneyWeighted(
        [
          { day: 0, amount: -1 },
          { day: 4000, amount: end },
        ],
        0,
        4000,
      );
      expect(solved).toEqual({ kind: 'rate', growth: expect.closeTo(Math.log(end), 10) });
    }
  });

  it('is found if much is paid in and lost at the very end', () => {
    const flows = [
      { day: 0, amount: -1 },
      { day: 2999, amount: -1000 },
      { day: 3000, amount: 10 },
    ];
    const solved = solveMoneyWeighted(flows, 0, 3000);
    // A hundredth is left after one day.
    expect(solved).toEqual({ kind: 'rate', growth: expect.closeTo(-3000 * Math.log(100), 6) });
  });

  it('is a total loss if nothing comes back', () => {
    expect(
      solveMoneyWeighted(
        [
          { day: 0, amount: -1 },
          { day: 9, amount: 0 },
        ],
        0,
        9,
      ),
    ).toEqual({ kind: 'lost' });
  });

  it.each([
    [
      'nothing was put in',
      [
        [0, 0],
        [9, 5],
      ],
      'No money was invested.',
    ],
    [
      'all happened on one day',
      [
        [0, -5],
        [0, 5],
      ],
      'Everything happened on one day, so there is no rate per year.',
    ],
    [
      'the rate is absurd',
      [
        [0, -1],
        [1, 100],
        [3000, 1],
      ],
      'The rate is too large to show.',
    ],
    [
      'no rate fits',
      [
        [0, -1],
        [5, 1.9],
        [9, -1],
      ],
      'No rate fits these payments.',
    ],
    [
      'two rates fit',
      [
        [0, -1],
        [365, 2.3],
        [730, -1.32],
      ],
      'More than one rate fits these payments.',
    ],
  ] as const)('is unavailable if %s', (_case, flows, reason) => {
    const dated = flows.map(([day, amount]) => ({ day, amount }));
    const last = dated.at(-1)!.day;
    expect(solveMoneyWeighted(dated, 0, last)).toEqual({ kind: 'none', reason });
  });
});
