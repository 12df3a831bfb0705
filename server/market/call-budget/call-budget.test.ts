import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallClaim, shareBudget } from './budget-shares.ts';
import { createCallBudget } from './call-budget.ts';

const minute = 60_000;
const claims: CallClaim[] = ['coins', 'figures', 'known', 'unlisted', 'search', 'archive', 'backfill'];

function openBudget(callsPerMinute: number, refreshMs = minute) {
  const time = { now: 0 };
  const budget = createCallBudget(shareBudget(callsPerMinute, refreshMs), { now: () => time.now });
  /** Takes several calls, each from a different network unless one is given; returns how many were granted. */
  const takeMany = async (claim: CallClaim, times: number, network?: string) => {
    let granted = 0;
    for (let call = 0; call < times; call += 1)
      if ((await budget.take(claim, network ?? `${claim} ${call}`)) === 0) granted += 1;
    return granted;
  };
  return { budget, time, takeMany };
}

describe('shareBudget', () => {
  it.each([
    [10, minute, { total: 10, coins: 6, onDemand: 3, unlisted: 3, backfill: 3 }],
    [30, minute, { total: 30, coins: 6, onDemand: 23, unlisted: 7, backfill: 3 }],
    [500, minute, { total: 500, coins: 6, onDemand: 493, unlisted: 164, backfill: 3 }],
    [10, 1000, { total: 10, coins: 6, onDemand: 3, unlisted: 3, backfill: 0 }],
    [500, 1000, { total: 500, coins: 65, onDemand: 434, unlisted: 144, backfill: 3 }],
    [1, minute, { total: 1, coins: 1, onDemand: 0, unlisted: 0, backfill: 0 }],
  ])('of %d calls with a refresh every %d ms', (callsPerMinute, refreshMs, shares) => {
    expect(shareBudget(callsPerMinute, refreshMs)).toEqual(shares);
  });
});

describe('the archive of closes', () => {
  it.each([
    [10, 1],
    [30, 4],
    [500, 161],
  ])(
    'takes no more than its share of %d calls, and leaves visitors theirs',
    async (callsPerMinute, granted) => {
      const { budget, takeMany } = openBudget(callsPerMinute);
      let taken = 0;
      for (let call = 0; call < 1000; call += 1) if ((await budget.take('archive')) === 0) taken += 1;
      expect(taken).toBe(granted);
      expect(await takeMany('known', 2)).toBe(2);
    },
  );
});

describe('backfilling', () => {
  it.each([
    [10, 3],
    [500, 493],
  ])('costs visitors none of %d calls', async (callsPerMinute, visitors) => {
    const { takeMany } = openBudget(callsPerMinute);
    expect(await takeMany('backfill', 100)).toBe(3);
    expect(await takeMany('known', 1000)).toBe(visitors);
    expect(await takeMany('figures', 1)).toBe(1);
  });

  it('leaves the refresh its calls and two retries', async () => {
    const { takeMany } = openBudget(10);
    await takeMany('backfill', 100);
    expect(await takeMany('coins', 100)).toBe(7);
    const other = openBudget(10);
    await other.takeMany('coins', 3);
    expect(await other.takeMany('backfill', 100)).toBe(1);
  });

  it('gets nothing if the refresh needs everything reserved for it', async () => {
    const { takeMany } = openBudget(10, 1000);
    expect(await takeMany('backfill', 100)).toBe(0);
  });
});

describe('a network that asks for more than others', () => {
  it('never takes the last three calls of a minute, which are kept for networks that had none', async () => {
    const { takeMany } = openBudget(30);
    expect(await takeMany('known', 1000, 'greedy')).toBe(20);
    expect(await takeMany('known', 1, 'first')).toBe(1);
    expect(await takeMany('known', 1000, 'greedy')).toBe(0);
    expect(await takeMany('known', 10, 'first')).toBe(0);
    expect(await takeMany('known', 1, 'second')).toBe(1);
    expect(await takeMany('known', 1, 'third')).toBe(1);
    expect(await takeMany('known', 1, 'fourth')).toBe(0);
  });

  it.each(['unlisted', 'search'] as const)(
    'never takes the last three calls for %s either',
    async (claim) => {
      const { takeMany } = openBudget(30);
      expect(await takeMany(claim, 1000, 'greedy')).toBe(4);
      expect(await takeMany(claim, 100)).toBe(3);
    },
  );

  it('leaves the others their share even on the smallest plan', async () => {
    const { takeMany } = openBudget(10);
    expect(await takeMany('unlisted', 1000, 'greedy')).toBe(1);
    expect(await takeMany('known', 1, 'first')).toBe(1);
    expect(await takeMany('search', 1, 'second')).toBe(1);
  });

  it('gets its next call a minute after its last one, and is told how long to wait', async () => {
    const { budget, time, takeMany } = openBudget(10);
    await takeMany('known', 1, 'greedy');
    time.now = 20_000;
    expect(await budget.take('known', 'greedy')).toBe(40_000);
    time.now = minute;
    expect(await budget.take('known', 'greedy')).toBe(0);
  });

  it('does not hinder the refresh', async () => {
    const { takeMany } = openBudget(10);
    await takeMany('known', 1000, 'greedy');
    expect(await takeMany('coins', 6, 'greedy')).toBe(6);
  });
});

describe('createCallBudget', () => {
  it('never grants more than its number within any 60 seconds, no matter who asks when', async () => {
    const asks = fc.array(
      fc.record({ waitMs: fc.integer({ min: 0, max: 20_000 }), claim: fc.constantFrom(...claims) }),
      { maxLength: 150 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), asks, async (callsPerMinute, list) => {
        const { budget, time } = openBudget(callsPerMinute);
        const granted: number[] = [];
        for (const { waitMs, claim } of list) {
          time.now += waitMs;
          if ((await budget.take(claim)) === 0) granted.push(time.now);
        }
        for (const at of granted) {
          const within = granted.filter((other) => other >= at && other <= at + minute);
          expect(within.length).toBeLessThanOrEqual(callsPerMinute);
        }
      }),
    );
  });

  it('keeps the share of the coin list whatever visitors do', async () => {
    const { takeMany } = openBudget(10);
    expect(await takeMany('known', 100)).toBe(3);
    expect(await takeMany('figures', 100)).toBe(1);
    expect(await takeMany('coins', 100)).toBe(6);
  });

  it('lets invented ids and searches use a third of the visitors’ share each', async () => {
    const { takeMany } = openBudget(30);
    expect(await takeMany('unlisted', 100)).toBe(7);
    expect(await takeMany('search', 100)).toBe(7);
    expect(await takeMany('known', 100)).toBe(9);
  });

  it('reports when to ask again, and then grants the call', async () => {
    const { budget, time, takeMany } = openBudget(10);
    await takeMany('known', 3);
    time.now = 20_000;
    const wait = await budget.take('known', 'another');
    expect(wait).toBe(41_000);
    time.now += wait;
    expect(await budget.take('known', 'another')).toBe(0);
  });

  it('gives the coin list what others leave', async () => {
    expect(await openBudget(10).takeMany('coins', 100)).toBe(10);
  });
});
