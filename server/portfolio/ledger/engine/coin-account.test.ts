import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import { CoinAccount } from './coin-account.ts';
import { elsewhere, type LedgerEntry } from './entry.ts';
import { expandEntry } from './expand-entry.ts';

const wallets = ['main', 'safe', elsewhere];
const anyWallet = fc.constantFrom(...wallets);
const anyStep = fc.record({
  type: fc.constantFrom('buy', 'buy', 'sell', 'transfer'),
  amount: fc.integer({ min: 1, max: 30 }),
  from: anyWallet,
  to: anyWallet,
  picks: fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 10 })), { maxLength: 3 }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

function toEntry({ type, amount, from, to, picks }: Step, index: number): LedgerEntry {
  const at = new Date(Date.UTC(2024, 0, 1) + index).toISOString();
  const sides = type === 'buy' ? { in: `${amount} bitcoin` } : { out: `${amount} bitcoin` };
  const lots = picks.map(([number, part]) => ({
    transactionId: `t${number}`,
    amount: BigInt(part) * 10n ** 18n,
  }));
  const toWallet = type === 'transfer' ? to : null;
  return entryOf(`t${index}`, type as LedgerEntry['type'], at, sides, {
    ...{ wallet: from, toWallet },
    lots: type === 'buy' ? [] : lots,
  });
}

it('What is left of each lot is the same, whether lots are used at once or one by one', () => {
  const noValues = { convert: () => null, closeOf: () => null };
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 20 }),
      fc.constantFrom('portfolio' as const, 'wallet' as const),
      (steps, scope) => {
        const [whole, byLot] = [new CoinAccount('specific', scope), new CoinAccount('specific', scope)];
        for (const [index, step] of steps.entries()) {
          for (const event of expandEntry(toEntry(step, index), noValues).events) {
            whole.apply(event);
            for (const _ of byLot.applyByLot(event));
          }
        }
        const leftOf = (account: CoinAccount) =>
          wallets.flatMap((wallet) =>
            steps.map((_, index) => String(account.remainingOf(`t${index}`, wallet))),
          );
        expect(leftOf(byLot)).toEqual(leftOf(whole));
        expect(byLot.balances).toEqual(whole.balances);
      },
    ),
    { numRuns: 300 },
  );
});
