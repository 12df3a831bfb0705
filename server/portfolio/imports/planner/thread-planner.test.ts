import { expect, it, onTestFinished } from 'vitest';
import { createWriteLock } from '#server/platform/database/sqlite/write-lock.ts';
import { createThreadPlanner } from './thread-planner.ts';

const hangingPlanner = new URL('../../../../tests/support/imports/hanging-planner.ts', import.meta.url);
const dyingPlanner = new URL('../../../../tests/support/imports/dying-planner.ts', import.meta.url);
const place = { dataDir: '/nowhere', databaseUrl: undefined };

it('ends a thread that takes too long, and says so', async () => {
  const planner = createThreadPlanner({
    ...place,
    writeLock: undefined,
    file: hangingPlanner,
    limitMs: 1,
  });
  onTestFinished(() => planner.stop());
  const key = { userId: 'u', id: 'i' };
  const refusal = { code: 'conflict', message: expect.stringContaining('too long') };
  await expect(planner.preview(key)).rejects.toMatchObject(refusal);
  await expect(planner.remove(key)).rejects.toMatchObject(refusal);
});

it('says so if a thread takes too much memory, and starts another', async () => {
  const starving = new URL('../../../../tests/support/portfolio/starving-worker.ts', import.meta.url);
  const planner = createThreadPlanner({ ...place, writeLock: undefined, file: starving });
  onTestFinished(() => planner.stop());
  const key = { userId: 'u', id: 'i' };
  const refusal = { code: 'conflict', message: expect.stringContaining('too much memory') };
  await expect(planner.preview(key)).rejects.toMatchObject(refusal);
  await expect(planner.apply(key)).rejects.toMatchObject(refusal);
});

it('releases the write lock of a thread that dies, and starts another', async () => {
  const writeLock = createWriteLock();
  const planner = createThreadPlanner({ ...place, writeLock, file: dyingPlanner });
  onTestFinished(() => planner.stop());
  const key = { userId: 'u', id: 'i' };
  const calls = [planner.apply(key), planner.remove(key)];
  const results = await Promise.allSettled(calls);
  expect(results).toMatchObject([
    { status: 'rejected', reason: { message: 'the planning thread ended' } },
    { status: 'rejected', reason: { message: 'the planning thread ended' } },
  ]);
  await writeLock.acquire();
});
