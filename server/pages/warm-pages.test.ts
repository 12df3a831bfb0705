import { describe, expect, it } from 'vitest';
import { FakeMarket, fakeNow, fakeSnapshot } from '../../tests/support/market/fake-market.ts';
import { FakeRates } from '../../tests/support/market/fake-rates.ts';
import type { ReadyPage } from './page-cache.ts';
import type { PageLook } from './page-renderer.ts';
import { createWarmPages } from './warm-pages.ts';

function open(pause = async () => {}) {
  const made: string[] = [];
  const [market, rates] = [new FakeMarket(), new FakeRates()];
  let now = fakeNow;
  let isFailing = false;
  const pages = {
    async get(path: string, { currency, numbers }: PageLook): Promise<ReadyPage> {
      made.push(`${path} ${currency} ${numbers}`);
      if (isFailing) throw new Error('not now');
      return {} as ReadyPage;
    },
  };
  const warm = createWarmPages(pages, { market, rates, clock: { now: () => now }, pause });
  const taken = () => made.splice(0);
  return { warm, market, rates, taken, pass: (ms: number) => (now += ms), fail: () => (isFailing = true) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const all = ['/ usd en', '/ eur en', '/ gbp en', '/ btc en', '/ eur de', '/ eur fr'];

describe('the first page', () => {
  it('is rendered in common currencies at the start and after changes, at most every ten seconds', async () => {
    const { warm, market, rates, taken, pass } = open();
    warm.start();
    await settled();
    expect(taken()).toEqual(all);
    market.publish(fakeSnapshot({ asOf: fakeNow + 1 }));
    await settled();
    expect(taken()).toEqual([]);
    pass(10_000);
    market.publish(fakeSnapshot({ asOf: fakeNow + 2 }));
    await settled();
    expect(taken()).toEqual(all);
    pass(10_000);
    rates.set({ usd: '1' }, fakeNow + 3);
    await settled();
    expect(taken()).toEqual(all);
    warm.stop();
    pass(10_000);
    rates.set({ usd: '1' }, fakeNow + 4);
    market.publish(fakeSnapshot({ asOf: fakeNow + 5 }));
    await settled();
    expect(taken()).toEqual([]);
  });

  it('is tried again with the next change if it fails', async () => {
    const { warm, market, taken, pass, fail } = open();
    fail();
    warm.start();
    await settled();
    expect(taken()).toEqual(all);
    pass(10_000);
    market.publish(fakeSnapshot({ asOf: fakeNow + 1 }));
    await settled();
    expect(taken()).toEqual(all);
  });

  it('is rendered in one currency after another, with a pause in which other calls are answered', async () => {
    let endPause = () => {};
    const pause = () =>
      new Promise<void>((resolve) => {
        endPause = resolve;
      });
    const { warm, taken } = open(pause);
    warm.start();
    await settled();
    expect(taken()).toEqual(all.slice(0, 1));
    endPause();
    await settled();
    expect(taken()).toEqual(all.slice(1, 2));
    warm.stop();
    endPause();
    await settled();
    expect(taken()).toEqual([]);
  });
});
