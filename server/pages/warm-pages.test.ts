import { describe, expect, it } from 'vitest';
import { FakeMarket, fakeNow, fakeSnapshot } from '../../tests/support/market/fake-market.ts';
import { FakeRates } from '../../tests/support/market/fake-rates.ts';
import type { ReadyPage } from './page-cache.ts';
import type { PageLook } from './page-renderer.ts';
import { createWarmPages } from './warm-pages.ts';

function open() {
  const made: string[] = [];
  const pauses: { readonly ms: number; readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const [market, rates] = [new FakeMarket(), new FakeRates()];
  let now = fakeNow;
  let changes = 0;
  let isFailing = false;
  let arePausesHeld = false;
  const pages = {
    async get(path: string, { currency, numbers }: PageLook): Promise<ReadyPage> {
      made.push(`${path} ${currency} ${numbers}`);
      if (isFailing) throw new Error('not now');
      return {} as ReadyPage;
    },
  };
  const pause = async (ms: number, signal: AbortSignal) => {
    if (ms < 1000 && !arePausesHeld) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    pauses.push({ ms, signal, end: resolve });
    await promise;
  };
  return {
    warm: createWarmPages(pages, { market, rates, clock: { now: () => now }, pause }),
    pass: (ms: number) => (now += ms),
    fail: () => (isFailing = true),
    holdPauses: () => (arePausesHeld = true),
    changeMarket: () => market.publish(fakeSnapshot({ asOf: fakeNow + ++changes })),
    changeRates: () => rates.set({ usd: '1' }, fakeNow + ++changes),
    /** The pauses that have begun since the last call. */
    begun: () => pauses.splice(0),
    /** The pages made since the last call. */
    async taken() {
      await new Promise((resolve) => setImmediate(resolve));
      return made.splice(0);
    },
  };
}

const all = ['/ usd en', '/ eur en', '/ gbp en', '/ btc en', '/ eur de', '/ eur fr'];

describe('the first page', () => {
  it('is rendered in common currencies at the start, and after changes of market and rates', async () => {
    const { warm, changeMarket, changeRates, taken, pass } = open();
    warm.start();
    expect(await taken()).toEqual(all);
    pass(10_000);
    changeMarket();
    expect(await taken()).toEqual(all);
    pass(10_000);
    changeRates();
    expect(await taken()).toEqual(all);
    warm.stop();
    pass(10_000);
    changeRates();
    changeMarket();
    expect(await taken()).toEqual([]);
  });

  it('is rendered once more when ten seconds are over, if there were changes within them', async () => {
    const { warm, changeMarket, changeRates, taken, begun, pass } = open();
    warm.start();
    await taken();
    pass(4000);
    changeMarket();
    changeRates();
    expect(await taken()).toEqual([]);
    const [rest, ...others] = begun();
    expect([rest?.ms, others]).toEqual([6000, []]);
    pass(6000);
    rest!.end();
    expect(await taken()).toEqual(all);
    expect(begun()).toEqual([]);
  });

  it('is rendered once more after changes while it is rendered', async () => {
    const { warm, changeMarket, taken, begun, pass, holdPauses } = open();
    holdPauses();
    warm.start();
    expect(await taken()).toEqual(all.slice(0, 1));
    changeMarket();
    for (const page of all.slice(1)) {
      begun()[0]!.end();
      expect(await taken()).toEqual([page]);
    }
    const [rest] = begun();
    expect(rest?.ms).toBe(10_000);
    pass(10_000);
    rest!.end();
    expect(await taken()).toEqual(all.slice(0, 1));
  });

  it('does not wait for a clock that has been set back', async () => {
    const { warm, changeMarket, taken, pass } = open();
    warm.start();
    await taken();
    pass(-60_000);
    changeMarket();
    expect(await taken()).toEqual(all);
  });

  it('is tried again with the next change if it fails', async () => {
    const { warm, changeMarket, taken, pass, fail } = open();
    fail();
    warm.start();
    expect(await taken()).toEqual(all);
    pass(10_000);
    changeMarket();
    expect(await taken()).toEqual(all);
  });

  it('is rendered in one currency after another, with a pause in which other calls are answered', async () => {
    const { warm, taken, begun, holdPauses } = open();
    holdPauses();
    warm.start();
    expect(await taken()).toEqual(all.slice(0, 1));
    begun()[0]!.end();
    expect(await taken()).toEqual(all.slice(1, 2));
    warm.stop();
    const [pause] = begun();
    expect(pause?.signal.aborted).toBe(true);
    pause!.end();
    expect(await taken()).toEqual([]);
  });

  it('is not rendered after a wait that ended because of a stop', async () => {
    const { warm, changeMarket, taken, begun } = open();
    warm.start();
    await taken();
    changeMarket();
    await taken();
    const [rest] = begun();
    warm.stop();
    expect(rest?.signal.aborted).toBe(true);
    rest!.end();
    expect(await taken()).toEqual([]);
  });
});
