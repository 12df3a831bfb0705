import { expect, it } from 'vitest';
import { parseDay } from '#server/platform/utc-day.ts';
import { createGapFinder } from './gap-finder.ts';
import type { CloseRequest } from './request-store.ts';

const noon = Date.UTC(2026, 0, 10, 12);
const dayMs = 86_400_000;

interface Known {
  /** Counted back from the last complete day. */
  readonly missing?: readonly number[];
  readonly answeredAt?: number | null;
  readonly turn?: number;
}

/** Finds the next coin among coins with closes for the last twenty days, except the missing ones. */
async function find(coins: Readonly<Record<string, Known>>, now = noon): Promise<string[]> {
  const last = parseDay('2026-01-09');
  const finder = createGapFinder({
    store: {
      listClosesSince: async (ids) =>
        new Map(
          ids.map((id) => {
            const days = Array.from({ length: 20 }, (_, back) => back).filter(
              (back) => !coins[id]?.missing?.includes(back),
            );
            return [
              id,
              days.toReversed().map((back) => ({ day: last - back, source: 'own', price: '1', at: 0 })),
            ];
          }),
        ),
    },
    requests: {
      listRequests: async (ids) =>
        ids.flatMap((coinId): CloseRequest[] => {
          const { answeredAt = null, turn = null } = coins[coinId] ?? {};
          return [{ coinId, answeredAt, turn, failures: 0 }];
        }),
    },
    listCoins: async () => Object.keys(coins),
    getDirectory: () => ({
      find: (coinId) => (coinId === 'invented' ? undefined : { coinId, symbol: coinId, name: coinId }),
    }),
    clock: { now: () => now },
    pause: async () => undefined,
  });
  const found: string[] = [];
  for (let next = await finder.next(); next !== null; next = await finder.next()) found.push(next);
  return found;
}

it('finds no ids that are not coins, of which an account file may name very many', async () => {
  expect(await find({ invented: {}, never: {} })).toEqual(['never']);
});

it('finds coins never requested, and days missing since', async () => {
  const coins = {
    never: {},
    whole: { answeredAt: noon - 5 * dayMs },
    hole: { answeredAt: noon - 5 * dayMs, missing: [2] },
    older: { answeredAt: noon - 5 * dayMs, missing: [9] },
    waiting: { turn: 1 },
    lately: { answeredAt: noon - dayMs / 4, missing: [0, 2] },
    long: { answeredAt: noon - 31 * dayMs },
  };
  expect(await find(coins)).toEqual(['never', 'hole', 'long']);
});

it('ignores a day before the provider has its close', async () => {
  const coin = { rare: { answeredAt: Date.UTC(2026, 0, 9, 12), missing: [0] } };
  expect(await find(coin, Date.UTC(2026, 0, 10, 0, 30))).toEqual([]);
  expect(await find(coin, Date.UTC(2026, 0, 10, 0, 50))).toEqual(['rare']);
});
