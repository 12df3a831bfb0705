import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from './database.ts';
import { createDatabaseHealth } from './database-health.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('notices an outage and its end, and logs each once', async () => {
  const lines: string[] = [];
  const log = (detail: unknown, text = detail) => void lines.push(String(text));
  let isThere = true;
  const registry = new Registry();
  const health = createDatabaseHealth({
    database: {} as Database,
    logger: { warn: log, info: log } as never,
    registry,
    async ping() {
      if (!isThere) throw new Error('down');
    },
  });
  await health.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([health.isDown(), lines]).toEqual([false, []]);
  isThere = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health.isDown()).toBe(true);
  expect(await registry.metrics()).toMatch(/^database_up 0$/m);
  isThere = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(health.isDown()).toBe(false);
  expect(await registry.metrics()).toMatch(/^database_up 1$/m);
  expect(lines).toEqual(['the database does not answer', 'the database answers again']);
  await health.stop();
  isThere = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health.isDown()).toBe(false);
});
