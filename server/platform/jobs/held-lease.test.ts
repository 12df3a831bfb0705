import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryLease } from '../../../tests/support/market/fake-provider.ts';
import { createHeldLease, getFollowMs, renewEveryMs } from './held-lease.ts';
import type { Lease } from './lease.ts';

const logger = { warn: () => undefined };
const clock = { now: () => Date.now() };
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a lease that a process keeps', () => {
  let lease: Lease;
  beforeEach(() => {
    vi.useFakeTimers();
    lease = createMemoryLease();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const open = (holder: string) =>
    createHeldLease({ name: 'work', holder, lease, clock, logger, servers: { alive: () => 2 } });

  it('moves within 15 seconds of the last renewal, whenever the others try', async () => {
    for (const offset of [0, 1, renewEveryMs / 2, renewEveryMs - 1]) {
      lease = createMemoryLease();
      const [killed, other] = [open('killed'), open('other')];
      await killed.hold();
      const killedAt = Date.now();
      await pass(offset);
      while (!(await other.hold())) await pass(getFollowMs({ isConnected: () => true }));
      expect(Date.now() - killedAt).toBeLessThanOrEqual(14_000);
      expect(killed.isHeld()).toBe(false);
    }
  });

  it('stays with its holder during work that takes longer than it lasts', async () => {
    const [holder, other] = [open('holder'), open('other')];
    await holder.hold();
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = holder.keepDuring(() => promise);
    await pass(60_000);
    expect([await other.hold(), holder.isHeld()]).toEqual([false, true]);
    resolve('done');
    expect(await work).toBe('done');
    await pass(10_000);
    expect(await other.hold()).toBe(true);
  });

  it('is renewed by one call at a time, and not after it was released', async () => {
    const holder = open('holder');
    await holder.hold();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const acquire = vi.spyOn(lease, 'acquire').mockImplementation(() => promise);
    const end = Promise.withResolvers<void>();
    const work = holder.keepDuring(() => end.promise);
    await pass(5 * renewEveryMs);
    expect(acquire).toHaveBeenCalledOnce();
    resolve(true);
    await pass(0);
    await holder.release();
    await pass(5 * renewEveryMs);
    expect(acquire).toHaveBeenCalledOnce();
    end.resolve();
    await work;
  });

  it('is checked every second while there are no wake-ups', () => {
    expect(getFollowMs({ isConnected: () => false })).toBe(1000);
  });
});
