import { expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { FakePastValues } from '../../../../tests/support/portfolio/memory-ledger.ts';
import { valueLedger } from './value-ledger.ts';

it('Coins that need no price on any day of the span let other calls run in between, too', async () => {
  const [bought, sold] = [1_000n, -1_000n].map((amount) => ({ at: 0, amount }));
  const changes = new Map(Array.from({ length: 30 }, (_, index) => [`coin-${index}`, [bought!, sold!]]));
  const span = { first: 100, last: 200, currency: 'USD' };
  const [, turns] = await countTurns(valueLedger({ changes, flows: [] }, span, new FakePastValues()));
  expect(turns).toBeGreaterThanOrEqual(30);
});
