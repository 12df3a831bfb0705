import { expect, it } from 'vitest';
import { ReadingLimits } from './reading-limits.ts';

it('Three networks leave others room to have files read, however many accounts they have', async () => {
  let network = '';
  const limits = new ReadingLimits(() => network);
  const end = Promise.withResolvers<void>();
  let users = 0;
  const readAll = (of: string) => {
    network = of;
    const tries = Array.from({ length: 12 }, () => {
      users += 1;
      let isRead = false;
      const done = limits.run(`user ${users}`, () => {
        isRead = true;
        return end.promise;
      });
      return { isRead, done };
    });
    return { read: tries.filter(({ isRead }) => isRead).length, done: tries.map(({ done }) => done) };
  };
  const all = ['a', 'b', 'c', 'd'].map(readAll);
  expect(all.map(({ read }) => read)).toEqual([10, 2, 2, 2]);
  end.resolve();
  const ended = await Promise.allSettled(all.flatMap(({ done }) => done));
  const refused = ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toHaveLength(32);
  for (const refusal of refused) expect(refusal).toMatchObject({ code: 'unavailable', retryAfter: 30 });
  const again = readAll('b');
  expect(again.read).toBe(10);
  await Promise.allSettled(again.done);
});
