import { expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { FakePastValues, MemoryLedger } from '../../../../tests/support/portfolio/memory-ledger.ts';
import { parseMoney } from '../engine/fixed-point.ts';
import { createInlineCalculator } from './inline-calculator.ts';

it('A position whose date is assumed keeps that in the preview of its change, unless the date itself is changed', async () => {
  const opening = { in: '2 bitcoin', out: '200 USD' };
  const source = new MemoryLedger([
    entryOf('p', 'opening', '2024-02-20T12:00Z', opening, { isDateAssumed: true }),
    entryOf('s', 'sell', '2024-02-10T12:00Z', { in: '90 USD', out: '1 bitcoin' }),
  ]);
  const calculator = createInlineCalculator({ source, past: new FakePastValues(), now: () => 0 });
  const realizedWith = async (date: string) => {
    const preview = await calculator.preview({
      ...{ portfolioId: 'portfolio', revision: 1, size: 2, at: null },
      ...{ method: 'uk', scope: 'portfolio', currency: 'USD' },
      ...{ entry: entryOf('draft', 'opening', date, opening), replaces: 'p', isEveryMethod: false },
    });
    return preview?.after[0]?.realized;
  };
  // Only a purchase whose date is known is matched with a sale in the thirty days before.
  expect(await realizedWith('2024-02-20T12:00Z')).toBe(null);
  expect(await realizedWith('2024-02-20T13:00Z')).toBe(parseMoney('-10'));
});
