import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '#server/platform/thread-heap.ts';
import { fakeCoin, fakeNow } from '../../../tests/support/market/fake-market.ts';
import type { Upstream } from '../feed/upstream.ts';
import type { Snapshot } from '../snapshot.ts';
import { createCoinSearch } from './coin-search.ts';

const upstream = { ask: async () => ({ rows: [], rejected: 0 }) } as unknown as Upstream;

const snapshotOf = (...ids: string[]): Snapshot => ({
  ...{ source: 'coingecko', asOf: fakeNow, global: null, trending: [], rejected: 0 },
  coins: ids.map((id) => fakeCoin(id)),
});

it('Finds coins of the newest list, and the same answer until it changes', async () => {
  const search = createCoinSearch(upstream, { now: () => fakeNow });
  const first = snapshotOf('bitcoin');
  const { value } = await search('coin', first);
  expect(value.map(({ id }) => id)).toEqual(['bitcoin']);
  expect((await search('coin', first)).value).toBe(value);
  const { value: later } = await search('coin', snapshotOf('bitcoin', 'dogecoin'));
  expect(later.map(({ id }) => id)).toEqual(['bitcoin', 'dogecoin']);
});

it('Keeps no list of coins in memory for those who searched it', async () => {
  const search = createCoinSearch(upstream, { now: () => fakeNow });
  const searchOnce = async () => {
    const snapshot = snapshotOf('bitcoin');
    await search('coin', snapshot);
    return new WeakRef(snapshot.coins);
  };
  const coins = await searchOnce();
  await setImmediate();
  collectGarbage();
  expect(coins.deref()).toBe(undefined);
});
