import { expect, it } from 'vitest';
import { listAt, splitLists } from './split-lists.ts';

it('sends long texts in several messages, in their order', () => {
  const texts = Array.from({ length: 30 }, (_, number) => String(number).repeat(20_000));
  const original = { lists: [{ texts }, { texts: ['short'] }], last: 1 };
  const bounds = { maxLength: 500, maxSize: 100_000 };
  const { document, lists } = splitLists(structuredClone(original), bounds);
  expect(JSON.stringify(document).length).toBeLessThan(100);
  const batches = lists.flatMap((list) => list.batches.map((items) => ({ path: list.path, items })));
  expect(batches.length).toBeGreaterThan(5);
  for (const { items } of batches) expect(JSON.stringify(items).length).toBeLessThan(100_000);
  for (const { path, items } of batches) listAt(document, path).push(...items);
  expect(document).toEqual(original);
});
