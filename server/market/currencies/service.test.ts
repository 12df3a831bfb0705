import { expect, it } from 'vitest';
import type { History, PricePoint } from '#contract/market.ts';
import { runOwnRead } from '#server/platform/http/requester.ts';
import { FakeMarket, fakeNow } from '../../../tests/support/market/fake-market.ts';
import type { Upstream } from '../feed/upstream.ts';
import { UpstreamError } from '../provider.ts';
import { createCurrencyHistory } from './service.ts';

const pointsAt = (count: number): PricePoint[] =>
  Array.from({ length: count }, (_, index) => [fakeNow - index, index]);

/** `count` returns the number of conversions made. */
function createConverted(points: number, upstream?: Upstream) {
  const value: History = { prices: pointsAt(points), market_caps: [], total_volumes: [] };
  let made = 0;
  const history = createCurrencyHistory({
    market: {
      snapshot: () => new FakeMarket().snapshot(),
      getHistory: async () => ({ value, fetchedAt: fakeNow, isStale: false }),
      listCandles: async () => null,
    },
    upstream: () => upstream,
    rates: {
      readRates: async (wanted) => {
        made += 1;
        return wanted.map(({ day }) => ({ value: '2', day, source: 'ecb' }) as never);
      },
    },
    clock: { now: () => fakeNow },
  });
  const ask = async (currency: string) =>
    (await history.getHistory('bitcoin', 365, 'daily', currency))?.value;
  return { ask, count: () => made };
}

const codes = Array.from({ length: 20 }, (_, index) => `c${index}`);

it('Histories converted to many currencies are kept, so that each is converted once', async () => {
  const { ask, count } = createConverted(300);
  const first = await ask('c0');
  for (const code of codes) await ask(code);
  expect(await ask('c0')).toBe(first);
  expect(count()).toBe(20);
});

it('Long histories converted to many currencies are kept only within a bound in bytes', async () => {
  const { ask, count } = createConverted(10_000);
  const first = await ask('c0');
  expect(await ask('c0')).toBe(first);
  for (const code of codes) await ask(code);
  expect(await ask('c0')).not.toBe(first);
  expect(count()).toBe(21);
});

it('A history is reported as reduced if it is converted because the network has no calls left', async () => {
  const read = async (failure: 'over_budget' | 'timeout') => {
    const ask = () => Promise.reject(new UpstreamError(failure, 'no answer'));
    const own = { isReduced: false };
    const history = await runOwnRead(() => createConverted(3, { source: 'coingecko', ask }).ask('c0'), own);
    return [history?.prices.length, own.isReduced];
  };
  expect(await read('over_budget')).toEqual([3, true]);
  expect(await read('timeout')).toEqual([3, false]);
});
