import { expect, it, onTestFinished } from 'vitest';
import { createWriteLock } from '#server/platform/database/sqlite/write-lock.ts';
import { createThreadPlanner } from './thread-planner.ts';

it('gives back the turn to write of a thread that dies, and starts another', async () => {
  const writeLock = createWriteLock();
  const file = new URL('../../../../tests/support/imports/dying-planner.ts', import.meta.url);
  const planner = createThreadPlanner({ dataDir: '/nowhere', databaseUrl: undefined, writeLock, file });
  onTestFinished(() => planner.stop());
  const asked = { userId: 'u', id: 'i' };
  const calls = [planner.apply(asked), planner.remove(asked)];
  const results = await Promise.allSettled(calls);
  expect(results).toMatchObject([
    { status: 'rejected', reason: { message: 'the planning thread ended' } },
    { status: 'rejected', reason: { message: 'the planning thread ended' } },
  ]);
  await writeLock.acquire();
});
