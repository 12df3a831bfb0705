import { expect, it } from 'vitest';
import { createWriteLock } from './write-lock.ts';

it('gives writers their turns in the order of their requests', async () => {
  const lock = createWriteLock();
  const turns: number[] = [];
  await lock.acquire();
  const waiting = [1, 2, 3].map(async (writer) => {
    await lock.acquire();
    turns.push(writer);
    lock.release();
  });
  expect(turns).toEqual([]);
  lock.release();
  await Promise.all(waiting);
  expect(turns).toEqual([1, 2, 3]);
});
