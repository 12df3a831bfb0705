import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createDeliveryLoop } from './delivery-loop.ts';

it('looks for further items once one under way has ended, not before', async () => {
  const waiting = ['a', 'b', 'c'];
  const ends = new Map<string, () => void>();
  let claims = 0;
  const loop = createDeliveryLoop({
    name: 'items',
    atOnce: 8,
    // As if one account had all of them.
    async claim() {
      claims += 1;
      return ends.size < 2 ? waiting.splice(0, 2 - ends.size) : [];
    },
    deliver: (item: string) =>
      new Promise<void>((resolve) => {
        ends.set(item, resolve);
      }).then(() => void ends.delete(item)),
    logger: { warn: () => undefined, info: () => undefined },
  });
  const delivered = loop.deliverDue();
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await setImmediate();
  };
  await settle();
  expect([claims, [...ends.keys()]]).toEqual([1, ['a', 'b']]);
  ends.get('a')!();
  await settle();
  expect([claims, [...ends.keys()]]).toEqual([2, ['b', 'c']]);
  for (const name of ['b', 'c']) {
    ends.get(name)!();
    await settle();
  }
  await delivered;
  expect(ends.size).toBe(0);
});
