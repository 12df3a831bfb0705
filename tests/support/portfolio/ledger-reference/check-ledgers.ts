import fc from 'fast-check';
import { expect } from 'vitest';
import type { LedgerEntry } from '../../../../server/portfolio/ledger/engine/entry.ts';
import { Ledger } from '../../../../server/portfolio/ledger/engine/ledger.ts';
import { engineFigures, valuerIn } from './engine-figures.ts';
import type { PlainTransaction } from './plain-transaction.ts';
import { ledgers, plainValues, toEntry } from './random-ledgers.ts';
import { plus, read, write, zero } from './rational.ts';
import {
  costOfAll,
  type ReferenceCoin,
  type ReferenceOptions,
  referenceFigures,
} from './reference-figures.ts';

const methods = ['fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'] as const;
const choices = fc.record({
  method: fc.constantFrom(...methods),
  scope: fc.constantFrom('portfolio' as const, 'wallet' as const),
  currency: fc.constantFrom('USD', 'EUR'),
  keepsDisposals: fc.boolean(),
});
type Choice = Omit<ReferenceOptions, 'values'>;

const optionsOf = ({ currency, ...options }: Choice & { readonly keepsDisposals: boolean }) => ({
  ...options,
  valuer: valuerIn(currency),
});

/** Sorts the lots if they are kept per wallet, because the order of the wallets is not defined. */
function sortWalletLots(coins: readonly ReferenceCoin[], { scope }: Choice): ReferenceCoin[] {
  if (scope === 'portfolio') return [...coins];
  return coins.map((coin) => ({ ...coin, lots: coin.lots.toSorted() }));
}

function expectSame(ledger: Ledger, transactions: readonly PlainTransaction[], choice: Choice): void {
  const expected = referenceFigures(transactions, { ...choice, values: plainValues });
  expect(sortWalletLots(engineFigures(ledger), choice)).toEqual(sortWalletLots(expected, choice));
}

/** Expects the cost of what went out and of what is left to add up to all the cost that came in. */
function expectNothingLost(ledger: Ledger, transactions: readonly PlainTransaction[], choice: Choice): void {
  for (const { coin, lots, disposals } of engineFigures(ledger)) {
    const parts = disposals.flatMap((disposal) =>
      disposal
        .split(' | ')
        .slice(6)
        .map((match) => match.split(' ')[3]),
    );
    const costs = [...parts, ...lots.map((lot) => lot.split(' ')[3])].filter(
      (cost) => cost && cost !== 'null',
    );
    const total = costs.map((cost) => readSigned(cost!)).reduce(plus, zero);
    expect(write(total)).toBe(costOfAll(transactions, { ...choice, values: plainValues }, coin));
  }
}

function readSigned(text: string) {
  const { n, d } = read(text.replace('-', ''));
  return { n: text.startsWith('-') ? -n : n, d };
}

/**
 * Checks random ledgers by random methods: the engine agrees with the reference to the last digit, in any order of
 * insertion and with some entries removed and restored, and no cost is lost.
 */
export function checkLedgers(runs: number): void {
  fc.assert(
    fc.property(ledgers, choices, fc.infiniteStream(fc.nat()), (transactions, choice, chance) => {
      const pick = (below: number) => chance.next().value! % below;
      const first = transactions.slice(0, pick(transactions.length)).map(toEntry);
      const ledger = new Ledger(first, optionsOf(choice));
      const present = new Map(first.map((entry) => [entry.id, entry]));
      const change = (removed: LedgerEntry | undefined, added: LedgerEntry | null) => {
        ledger.update({ added: added ? [added] : [], removed: removed ? [removed] : [] });
        if (added) present.set(added.id, added);
        else if (removed) present.delete(removed.id);
      };
      const missing = transactions.filter(({ id }) => !present.has(id));
      while (missing.length > 0) {
        const [tx] = missing.splice(pick(missing.length), 1);
        change(present.get(tx!.id), toEntry(tx!));
        if (pick(4) === 0) engineFigures(ledger);
        const known = transactions[pick(transactions.length)]!;
        if (pick(3) > 0 || !present.has(known.id)) continue;
        change(present.get(known.id), null);
        missing.push(known);
        if (pick(2) > 0) continue;
        change(undefined, toEntry({ ...known, at: known.at + 1 }));
      }
      expectSame(ledger, transactions, choice);
      expectNothingLost(ledger, transactions, choice);
    }),
    { numRuns: runs },
  );
}
