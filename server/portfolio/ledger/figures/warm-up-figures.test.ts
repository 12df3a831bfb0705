import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { warmUpFigures } from './warm-up-figures.ts';

it('The figures of a generated ledger are described in pieces of a millisecond, so that other calls run meanwhile', async () => {
  let now = 0;
  // Each of its 200 coins takes a tenth of a millisecond.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.1));
  onTestFinished(() => clock.mockRestore());
  let isDone = false;
  const warming = warmUpFigures().then(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await setImmediate();
  await warming;
  expect(turns).toBeGreaterThan(500);
});
