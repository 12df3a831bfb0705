import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { warmUpFigures } from './warm-up-figures.ts';

it('The figures of a generated ledger are described in pieces, so that other calls run meanwhile', async () => {
  let isDone = false;
  const warming = warmUpFigures().then(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await setImmediate();
  await warming;
  expect(turns).toBeGreaterThan(100);
});
