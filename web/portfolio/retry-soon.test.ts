import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readApiError } from '#web/lib/errors.ts';
import { retrySoon } from './retry-soon.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failure = (status: number, code: string) =>
  readApiError(status, '', JSON.stringify({ code, message: 'x' }));

it('A call is retried once after some seconds if the server is temporarily unavailable', () => {
  const retry = vi.fn<() => void>();
  retrySoon(failure(503, 'unavailable'), retry);
  vi.advanceTimersByTime(4_999);
  expect(retry).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(retry).toHaveBeenCalledTimes(1);
});

it('A call is not retried after any other failure, or once cancelled', () => {
  const retry = vi.fn<() => void>();
  for (const other of [failure(409, 'conflict'), failure(503, 'market_unavailable'), new Error('away'), null])
    retrySoon(other, retry);
  retrySoon(failure(503, 'unavailable'), retry)();
  vi.advanceTimersByTime(60_000);
  expect(retry).not.toHaveBeenCalled();
});
