import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

it('A queue with several places runs as many tasks at once, and subjects still take turns', async () => {
  const queue = new FairQueue(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const tasks = ['a1', 'a2', 'a3', 'b1'].map((name) =>
    queue.run(name[0]!, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }),
  );
  await expect.poll(() => begun).toEqual(['a1', 'a2']);
  ends.get('a2')!();
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3']);
  ends.get('a1')!();
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  for (const end of ends.values()) end();
  await Promise.all(tasks);
});

it('Subjects take turns, and one task runs at a time', async () => {
  const queue = new FairQueue();
  const order: string[] = [];
  let atOnce = 0;
  const add = (subject: string, name: string) =>
    queue.run(subject, async () => {
      atOnce += 1;
      order.push(`${name} of ${atOnce}`);
      await Promise.resolve();
      atOnce -= 1;
      if (name === 'a2') throw new Error('failed');
      return name;
    });
  const calls = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => add(name[0]!, name));
  const results = await Promise.allSettled(calls);
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'].map((name) => `${name} of 1`));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array(4).fill('fulfilled'),
  ]);
  expect(await add('d', 'd1')).toBe('d1');
});

it('A subject with a place of its own takes none from others, and its next task follows when its first has ended', async () => {
  const queue = new FairQueue(3, 1);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const tasks = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'b2'].map((name) =>
    queue.run(name[0]!, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }),
  );
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1']);
  ends.get('c1')!();
  await expect.poll(() => begun.slice(3)).toEqual(['d1']);
  ends.get('d1')!();
  ends.get('a1')!();
  await expect.poll(() => begun.slice(4)).toEqual(['a2']);
  ends.get('b1')!();
  await expect.poll(() => begun.slice(5)).toEqual(['b2']);
  ends.get('a2')!();
  await expect.poll(() => begun.slice(6)).toEqual(['a3']);
  for (const end of ends.values()) end();
  await Promise.all(tasks);
});
