import { expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { listValueChanges, readUsedValues, type UsedValue } from './recorded-values.ts';

/** Their names look like the text between two stored values. */
const used = Array.from(
  { length: 5000 },
  (_, index): UsedValue => ({
    kind: index % 2 ? 'price' : 'rate',
    name: `a "coin"},{"kind":"price" ${index}`,
    day: '2024-01-01',
    found: index % 3 ? { value: `${index}`, at: 0, source: 'import' } : null,
  }),
);

async function collect<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}

it.each([[0], [1], [5000]])('%i stored values are read as they were written', async (count) => {
  const written = used.slice(0, count);
  expect(await collect(readUsedValues(JSON.stringify(written)))).toEqual(written);
});

it('Thousands of values are compared, yielding to other calls in between', async () => {
  const now = used.map((value, index) => (index === 4999 ? { ...value, found: null } : value));
  const listed = listValueChanges(readUsedValues(JSON.stringify(used)), now);
  const [changes, turns] = await countTurns(collect(listed));
  expect(changes).toEqual([
    {
      transactionId: null,
      before: expect.objectContaining({ kind: 'price', name: used[4999]!.name, value: '4999' }),
      after: null,
    },
  ]);
  expect(turns).toBeGreaterThanOrEqual(6);
});
