import { expect, it } from 'vitest';
import { formatDay } from '#server/platform/utc-day.ts';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { FakePastValues } from '../../../../tests/support/portfolio/memory-ledger.ts';
import {
  listValueChanges,
  RecordedValues,
  readUsedValues,
  type UsedValue,
  writeUsedValues,
} from './recorded-values.ts';

/** Values whose names look like the text between two stored values. */
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
  expect(await writeUsedValues(written)).toBe(JSON.stringify(written));
  expect(await collect(readUsedValues(JSON.stringify(written)))).toEqual(written);
});

it('Thousands of recorded values are sorted and written, yielding to other calls in between', async () => {
  const recorded = new RecordedValues(new FakePastValues());
  const days = Array.from({ length: 5000 }, (_, index) => formatDay(19_000 - (index % 500)));
  await recorded.past.readRates(days.slice(0, 3).map((day) => ({ currency: 'EUR', day })));
  await recorded.past.readCloses(days.map((day, index) => ({ coinId: `coin-${index % 10}`, day })));
  const [values, turns] = await countTurns(recorded.list());
  const keys = values.map(({ kind, name, day }) => `${kind} ${name} ${day}`);
  expect(keys).toHaveLength(new Set(keys).size);
  expect(keys).toEqual(keys.toSorted());
  const [, writeTurns] = await countTurns(writeUsedValues(used));
  expect(turns).toBeGreaterThanOrEqual(1);
  expect(writeTurns).toBeGreaterThanOrEqual(4);
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

it('A price that was being looked up still is for the other formats of the report, so that they agree', async () => {
  const recorded = new RecordedValues({
    readCloses: async (wanted) => wanted.map(({ coinId }) => (coinId === 'slow-coin' ? 'pending' : null)),
    readRates: async (wanted) => wanted.map(() => null),
  });
  const wanted = ['slow-coin', 'unknown-coin'].map((coinId) => ({ coinId, day: '2024-05-01' }));
  const first = await recorded.past.readCloses(wanted);
  expect(await recorded.replay().readCloses(wanted)).toEqual(first);
  expect((await recorded.list()).map(({ found }) => found)).toEqual([null, null]);
});
