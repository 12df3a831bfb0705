import { expect, it } from 'vitest';
import type { ImportPlanner } from './import-planner.ts';
import { createSizedPlanner } from './sized-planner.ts';

const key = { userId: 'user', id: 'import' };

async function chosen(rows: number, bytes: number): Promise<string[]> {
  const used: string[] = [];
  const planner = (name: string) =>
    ({
      remove: async () => void used.push(name),
      settle: async () => void used.push(name),
    }) as Pick<ImportPlanner, 'remove' | 'settle'> as ImportPlanner;
  const sized = createSizedPlanner({
    small: planner('small'),
    large: planner('large'),
    countRows: async () => rows,
    countBytes: async () => bytes,
    measurePortfolio: async () => ({ rows, bytes }),
  });
  await sized.remove(key);
  await sized.settle(key);
  return used;
}

it('few short rows are planned directly, many or long ones in a thread', async () => {
  expect(await chosen(299, 16_383)).toEqual(['small', 'small']);
  expect(await chosen(300, 0)).toEqual(['large', 'large']);
  expect(await chosen(1, 16_384)).toEqual(['large', 'large']);
});
