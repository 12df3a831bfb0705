import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPolling } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('logs an outage when it begins and when it is over, however long it lasts', async () => {
  const lines: unknown[] = [];
  let isDown = false;
  let rounds = 0;
  const polling = createPolling({
    everyMs: 1000,
    failure: 'the queue could not be read',
    async work() {
      rounds += 1;
      if (isDown) throw new Error('down');
    },
    logger: {
      warn: (fields: unknown, text?: string) => void lines.push([text, fields]),
      info: (fields: unknown, text?: string) => void lines.push([text, fields]),
    },
  });
  polling.start();
  for (const down of [false, true, false, true, false]) {
    isDown = down;
    await vi.advanceTimersByTimeAsync(10_000);
  }
  await polling.stop();
  expect(rounds).toBeGreaterThan(45);
  const outage = [
    ['the queue could not be read', { err: new Error('down') }],
    ['the queue could not be read: recovered', { failures: 10 }],
  ];
  expect(lines).toEqual([...outage, ...outage]);
});

it('works for nobody in particular, also after a request has asked for a round', async () => {
  const requester = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const polling = createPolling({
    everyMs: 1000,
    failure: 'the queue could not be read',
    work: async () => void seen.push(requester.getStore()),
    logger: { warn: () => undefined, info: () => undefined },
  });
  polling.start();
  await vi.advanceTimersByTimeAsync(500);
  requester.run('a visitor', polling.runSoon);
  await vi.advanceTimersByTimeAsync(1500);
  await polling.stop();
  expect(seen).toEqual([undefined, undefined, undefined]);
});
