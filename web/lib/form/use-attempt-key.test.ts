import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { renderHook } from '../../../tests/support/render-hook.ts';
import { useAttemptKey, useAttempts } from './use-attempt-key.ts';

const keysOf = (bodies: readonly unknown[]) => bodies.map(renderHook(new QueryClient(), useAttemptKey));

it('A body has the same key each time in a row, and a changed one another', () => {
  const [first, again, changed, back] = keysOf([
    { amount: '1' },
    { amount: '1' },
    { amount: '2' },
    { amount: '1' },
  ]);
  expect(again).toBe(first);
  expect(new Set([first, changed, back]).size).toBe(3);
});

it('A body whose answer was lost keeps its key, and one that was answered gets another the next time', async () => {
  const keys: unknown[] = [];
  let isLost = true;
  const send = renderHook(new QueryClient(), () =>
    useAttempts(async (_body: string, headers) => {
      keys.push(headers['Idempotency-Key']);
      if (isLost) throw new TypeError('Failed to fetch');
    }),
  );
  await expect(send('a')).rejects.toThrow('Failed to fetch');
  isLost = false;
  await send('a');
  await send('a');
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

it('There is a key on a page without encryption too, where browsers have no `randomUUID`', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(keysOf(['a'])[0]).toMatch(/^[0-9a-z]{16,}$/);
});
