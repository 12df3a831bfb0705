import { expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { FakePastValues } from '../../../../tests/support/portfolio/memory-ledger.ts';
import type { PastValues } from '../calculator/past-values.ts';
import { valueLedger } from './value-ledger.ts';

it('Coins that need no price on any day of the span let other calls run in between, too', async () => {
  const [bought, sold] = [1_000n, -1_000n].map((amount) => ({ at: 0, amount }));
  const changes = new Map(Array.from({ length: 30 }, (_, index) => [`coin-${index}`, [bought!, sold!]]));
  const span = { first: 100, last: 200, currency: 'USD' };
  const [, turns] = await countTurns(valueLedger({ changes, flows: [] }, span, new FakePastValues()));
  expect(turns).toBeGreaterThanOrEqual(30);
});

it('A rate that is still being looked up is not said to be missing for good', async () => {
  const fake = new FakePastValues();
  const past: Pick<PastValues, 'readSpan' | 'readRates'> = {
    readSpan: (wanted) => fake.readSpan(wanted),
    readRates: async (wanted) => wanted.map(() => 'pending'),
  };
  const span = { first: 100, last: 100, currency: 'BTC' };
  const leg = { currency: 'USD', amount: 1n };
  const flows = [{ at: 100 * 86_400_000, side: 'in' as const, leg }];
  const { days } = await valueLedger({ changes: new Map(), flows }, span, past);
  expect(days.at(-1)?.in).toEqual({ kind: 'pending', name: 'BTC', day: 100 });
});
