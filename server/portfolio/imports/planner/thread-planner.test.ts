import { expect, it, onTestFinished } from 'vitest';
import { createWriteLock } from '#server/platform/database/sqlite/write-lock.ts';
import { describeImports } from '../../../../tests/support/imports/describe-imports.ts';
import { fakeNow } from '../../../../tests/support/market/fake-market.ts';
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

describeImports('large files', (open) => {
  it('are in the order of the server’s time, not that of this machine, even if a thread has applied them', async () => {
    const { site, db } = open();
    const user = await site.open();
    const rows = Array.from({ length: 300 }, (_, row) => {
      const time = new Date(Date.UTC(2023, 1, 1, 0, row)).toISOString().slice(0, 19).replace('T', ' ');
      return `B${row},C${row},${time},deposit,,currency,XXBT,1,0,1`;
    });
    const large = await user.importFile(
      ['txid,refid,time,type,subtype,aclass,asset,amount,fee,balance', ...rows].join('\n'),
    );
    expect(large.added).toBe(300);
    const { applied_at: appliedAt } = await db
      .selectFrom('imports')
      .select('applied_at')
      .where('id', '=', large.id)
      .executeTakeFirstOrThrow();
    expect(Math.abs(Number(appliedAt) - fakeNow)).toBeLessThan(43_200_000);
  });
});
