import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  anyTransactions,
  closes,
  toEntries,
} from '../../../../tests/support/portfolio/tax-law/simple-transactions.ts';
import { fakeValuer } from '../../../../tests/support/portfolio/tax-report.ts';
import type { LedgerEntry } from '../../ledger/engine/entry.ts';
import { FrenchPortfolio } from './fr-portfolio.ts';

const closesInText = Object.fromEntries(Object.entries(closes).map(([coin, close]) => [coin, `${close}`]));
const valuer = fakeValuer('EUR', closesInText);
const withoutCost = (entry: LedgerEntry): LedgerEntry =>
  entry.type === 'buy' ? { ...entry, out: null, value: null } : entry;

it('bounds the gains that a missing cost makes unknown: once it is known, none is larger than its bound', () => {
  let count = 0;
  fc.assert(
    fc.property(anyTransactions, fc.nat(), (transactions, place) => {
      const entries = toEntries(transactions, 'EUR');
      const known = new FrenchPortfolio(entries, valuer).sales;
      const lacking = entries.map((entry, index) =>
        index === place % entries.length ? withoutCost(entry) : entry,
      );
      const unknown = new FrenchPortfolio(lacking, valuer).sales;
      expect(unknown).toHaveLength(known.length);
      for (const [index, { share, largestGain }] of unknown.entries()) {
        const { price, fees, share: real } = known[index]!;
        if (real === null) continue;
        const gain = price! - fees! - real;
        // Each share is rounded to 18 of the 36 places.
        if (share === null) expect(largestGain! + 10n ** 24n >= gain).toBe(true);
        else expect(largestGain).toBe(gain);
        if (share === null) count += 1;
      }
    }),
    { numRuns: 300 },
  );
  expect(count).toBeGreaterThan(0);
});
