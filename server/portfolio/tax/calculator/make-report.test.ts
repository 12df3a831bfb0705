import { expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { readLedgers } from './make-report.ts';

it('The portfolios of a tax report have at most 5,000 coins together', async () => {
  const held = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      entryOf(`${name}${index}`, 'gift_in', '2024-01-01', { in: `1 ${name}-${index}` }),
    );
  const ledgers = new Map([
    ['one', held('coin', 3000)],
    ['two', held('other', 2000)],
    ['three', held('third', 2001)],
  ]);
  const reads = {
    readChanges: async (id: string) => ({
      ...{ revision: 1, replaces: true, removedIds: [] },
      entries: ledgers.get(id) ?? [],
    }),
  };
  const read = (...ids: string[]) => readLedgers({ portfolios: ids.map((id) => ({ id })) }, reads);
  expect((await read('one', 'two')).map(({ length }) => length)).toEqual([3000, 2000]);
  await expect(read('one', 'three')).rejects.toMatchObject({ code: 'conflict' });
});
