import { expect, it } from 'vitest';
import { entryOf } from '../../../../../tests/support/portfolio/ledger-entries.ts';
import { FakePastValues, MemoryLedger } from '../../../../../tests/support/portfolio/memory-ledger.ts';
import { createInlineCalculator } from '../inline-calculator.ts';
import type { LedgerCalculator } from '../ledger-query.ts';
import { createLargeLedgerAdmission, createSpanAdmission } from './large-ledgers.ts';

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

/** A ledger whose returns end when the test decides. */
function createHeldReturns() {
  const end = Promise.withResolvers<void>();
  const past = new FakePastValues();
  const state = { valued: 0 };
  const calculator = createInlineCalculator({
    source: new MemoryLedger([entryOf('b', 'buy', '1970-01-01', { in: '1 bitcoin', out: '9 USD' })]),
    past: {
      readCloses: (wanted) => past.readCloses(wanted),
      readRates: (wanted) => past.readRates(wanted),
      async readSpan(span) {
        state.valued += 1;
        await end.promise;
        return past.readSpan(span);
      },
    },
    now: () => 0,
    admit: createLargeLedgerAdmission(),
    admitSpan: createSpanAdmission(),
  });
  return { calculator, state, end: end.resolve };
}

it('Figures of large ledgers don’t wait for the returns of others, however long those take', async () => {
  const { calculator, state, end } = createHeldReturns();
  const returns = Array.from({ length: 9 }, (_, number) =>
    calculator.calculateReturns(spanOf(nameOf(`p${number}`, 5_000))),
  );
  await expect.poll(() => state.valued).toBe(3);
  const summary = await calculator.summarize({ ...nameOf('other', 5_000), ...choice });
  expect(summary.coins).toHaveLength(1);
  expect(state.valued).toBe(3);
  end();
  await Promise.all(returns);
  expect(state.valued).toBe(9);
});

it('Returns of one account’s large ledgers are calculated one after the other, and hold up nobody else’s', async () => {
  const { calculator, state, end } = createHeldReturns();
  const ask = (portfolioId: string, accountId: string) =>
    calculator.calculateReturns({ ...spanOf(nameOf(portfolioId, 5_000)), accountId });
  const own = Array.from({ length: 9 }, (_, number) => ask(`p${number}`, 'a'));
  await expect.poll(() => state.valued).toBe(1);
  const others = ['b', 'c'].map((accountId) => ask(`of ${accountId}`, accountId));
  await expect.poll(() => state.valued).toBe(3);
  end();
  await Promise.all([...own, ...others]);
  expect(state.valued).toBe(11);
});
