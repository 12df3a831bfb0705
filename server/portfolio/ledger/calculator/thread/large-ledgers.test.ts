import { expect, it } from 'vitest';
import { FakePastValues, MemoryLedger } from '../../../../../tests/support/portfolio/memory-ledger.ts';
import { createInlineCalculator } from '../inline-calculator.ts';
import type { LedgerCalculator } from '../ledger-query.ts';
import { createLargeLedgerAdmission } from './large-ledgers.ts';

/** Ledgers that are read when the test decides. */
function createHeldCalculator() {
  const end = Promise.withResolvers<void>();
  const read: string[] = [];
  const source = new MemoryLedger([]);
  const calculator = createInlineCalculator({
    source: {
      async readChanges(portfolioId, since) {
        read.push(portfolioId);
        await end.promise;
        return source.readChanges(portfolioId, since);
      },
    },
    past: new FakePastValues(),
    now: () => 0,
    admit: createLargeLedgerAdmission(),
  });
  return { calculator, read, end: end.resolve };
}

const choice = { method: 'fifo', scope: 'portfolio', currency: 'USD', at: null } as const;
const nameOf = (portfolioId: string, size: number) => ({ portfolioId, revision: 0, size });
const spanOf = (name: ReturnType<typeof nameOf>) => ({
  ...name,
  from: 0,
  to: 86_400_000,
  currency: 'USD',
  isNow: false,
});
const calls: readonly ((
  calculator: LedgerCalculator,
  name: ReturnType<typeof nameOf>,
) => Promise<unknown>)[] = [
  (calculator, name) => calculator.summarize({ ...name, ...choice }),
  (calculator, name) => calculator.calculateReturns(spanOf(name)),
  (calculator, name) => calculator.listBalances(name),
];

it.each([
  [100_000, 4],
  [5_000, 4],
  [4_999, 6],
  [1_000, 6],
  [999, 18],
])(
  'Ledgers of %i transactions are processed %i at a time, whatever is asked about them',
  async (size, atOnce) => {
    const { calculator, read, end } = createHeldCalculator();
    const asked = Array.from({ length: 18 }, (_, number) =>
      calls[number % calls.length]!(calculator, nameOf(`p${number}`, size)),
    );
    await expect.poll(() => read.length).toBe(atOnce);
    // Others don't wait for them.
    asked.push(calculator.summarize({ ...nameOf('small', 10), ...choice }));
    await expect.poll(() => read.at(-1)).toBe('small');
    expect(read).toHaveLength(atOnce + 1);
    end();
    await Promise.all(asked);
    expect(new Set(read).size).toBe(19);
  },
);
