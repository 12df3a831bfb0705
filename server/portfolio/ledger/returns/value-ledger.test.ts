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

it('Rates of very many days are read in parts, so that other calls run in between', async () => {
  const fake = new FakePastValues();
  const sizes: number[] = [];
  const past: Pick<PastValues, 'readSpan' | 'readRates'> = {
    readSpan: (wanted) => fake.readSpan(wanted),
    async readRates(wanted) {
      sizes.push(wanted.length);
      return wanted.map(({ currency }) => ({
        value: currency === 'EUR' ? '0.5' : '4',
        at: 0,
        source: 'ecb',
      }));
    },
  };
  const [first, last] = [10_000, 11_999];
  const flows = Array.from({ length: last - first + 1 }, (_, index) => ({
    at: (first + index) * 86_400_000,
    side: 'in' as const,
    leg: { currency: index % 2 ? 'CHF' : 'EUR', amount: 8n * 10n ** 36n },
  }));
  const span = { first, last, currency: 'EUR' };
  const { days } = await valueLedger({ changes: new Map(), flows }, span, past);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  expect(days.slice(1, 3).map((day) => day.in)).toEqual([8n, 1n].map((euros) => euros * 10n ** 36n));
});
