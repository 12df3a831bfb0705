import { afterEach, beforeEach, vi } from 'vitest';
import { type FakeFeedOptions, openFakeFeed } from './fake-feed.ts';
import { fakeCoin, fakeSnapshot } from './fake-market.ts';
import { createMemoryStore } from './fake-provider.ts';

export const minute = 60_000;
/** The instant at which each test starts. */
export const begin = Date.UTC(2026, 0, 3);

/** Fakes the time in each test of a file. The returned function opens a feed in a test, and stops it afterwards. */
export function openFeeds() {
  const running: { stop: () => Promise<void> }[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ now: begin });
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ stop }) => stop()));
    vi.useRealTimers();
  });
  return (options?: FakeFeedOptions) => {
    const opened = openFakeFeed(options);
    running.push(opened);
    return opened;
  };
}

/** Advances faked time. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A store with a snapshot from an hour before the tests. */
export function createEarlierStore() {
  const store = createMemoryStore();
  store.kept = fakeSnapshot({
    asOf: begin - 60 * minute,
    coins: [fakeCoin('bitcoin', { current_price: 90 }), fakeCoin('ethereum')],
  });
  return store;
}
