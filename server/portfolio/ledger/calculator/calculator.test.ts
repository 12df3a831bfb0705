import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTurns } from '../../../../tests/support/count-turns.ts';
import { readAnswers } from '../../../../tests/support/portfolio/ledger-answers.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import type { PlainTransaction } from '../../../../tests/support/portfolio/ledger-reference/plain-transaction.ts';
import {
  ledgers,
  plainValues,
  toEntry,
} from '../../../../tests/support/portfolio/ledger-reference/random-ledgers.ts';
import { FakePastValues, MemoryLedger } from '../../../../tests/support/portfolio/memory-ledger.ts';
import { formatMoney } from '../engine/fixed-point.ts';
import { createInlineCalculator } from './inline-calculator.ts';

const runs = 150;
const choices = fc.record({
  method: fc.constantFrom('fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'),
  scope: fc.constantFrom('portfolio', 'wallet'),
  currency: fc.constantFrom('USD', 'EUR'),
});

function createCalculator(transactions: readonly PlainTransaction[]) {
  const ledger = new MemoryLedger(transactions.map(toEntry));
  const past = new FakePastValues();
  for (const [key, close] of plainValues.closes) past.closes.set(key, close);
  for (const [key, rate] of plainValues.rates) past.rates.set(key, rate);
  return {
    ledger,
    calculator: createInlineCalculator({ source: ledger, past, now: () => Date.UTC(2026, 0) }),
  };
}

it('figures at an instant equal those of the ledger cut off there', async () => {
  await fc.assert(
    fc.asyncProperty(ledgers, choices, fc.nat(), async (transactions, choice, index) => {
      const { at } = transactions[index % transactions.length]!;
      const query = { portfolioId: 'portfolio', revision: 1, size: 0, ...choice, at: null };
      const whole = await readAnswers(createCalculator(transactions).calculator, { ...query, at });
      const cut = createCalculator(transactions.filter((tx) => tx.at <= at));
      expect(whole).toBe(await readAnswers(cut.calculator, query));
    }),
    { numRuns: runs },
  );
});

it('figures updated by changes equal those of a ledger read from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(ledgers, ledgers, choices, fc.nat(), async (first, changes, choice, index) => {
      const { ledger, calculator } = createCalculator(first);
      const query = { portfolioId: 'portfolio', revision: 1, size: 0, ...choice, at: null };
      await readAnswers(calculator, query);
      // Both sets use the same ids, so some entries replace others and some are new.
      ledger.put(...changes.map(toEntry));
      const removed = changes[index % changes.length]!.id;
      ledger.remove(removed);
      const now = [...new Map([...first, ...changes].map((tx) => [tx.id, tx])).values()];
      const fresh = createCalculator(now.filter(({ id }) => id !== removed));
      const followed = await readAnswers(calculator, { ...query, revision: 3 });
      expect(followed).toBe(await readAnswers(fresh.calculator, query));
    }),
    { numRuns: runs },
  );
});

it('only the most recently used ledgers are kept', async () => {
  const { ledger, calculator } = createCalculator([]);
  const query = {
    revision: 1,
    size: 0,
    method: 'fifo',
    scope: 'portfolio',
    currency: 'USD',
    at: null,
  } as const;
  for (const portfolioId of ['a', 'b', 'a', 'b']) await calculator.summarize({ ...query, portfolioId });
  expect(ledger.reads).toBe(2);
  const past = new FakePastValues();
  const tight = createInlineCalculator({ source: ledger, past, now: () => 0 }, 15_000);
  for (const portfolioId of ['a', 'b', 'a', 'b']) await tight.summarize({ ...query, portfolioId });
  expect(ledger.reads).toBe(6);
});

it('ledgers count by what they have grown to', async () => {
  const entries = Array.from({ length: 100 }, (_, index) =>
    entryOf(`b${index}`, 'buy', '2024-01-01', { in: '1 bitcoin', out: '7 USD' }),
  );
  const source = new MemoryLedger(entries);
  const parts = { source, past: new FakePastValues(), now: () => 0 };
  const query = { method: 'fifo', scope: 'portfolio', currency: 'USD', at: null } as const;
  const readAll = async (maxSize: number) => {
    source.reads = 0;
    const calculator = createInlineCalculator(parts, maxSize);
    for (const portfolioId of ['a', 'b', 'a', 'b'])
      await calculator.summarize({ ...query, portfolioId, revision: 1, size: 100 });
    return source.reads;
  };
  expect(await readAll(200_000)).toBe(2);
  expect(await readAll(120_000)).toBe(4);
});

/** A purchase and a sale of one coin. */
const plainLedger = (['buy', 'sell'] as const).map((type, index): PlainTransaction => {
  const [coin, money] = [
    { coin: 'bitcoin', amount: '1' },
    { currency: 'USD', amount: '100' },
  ];
  return {
    ...{ id: `t-${index}`, type, at: index, createdAt: index, rowIdentity: null },
    ...(type === 'buy' ? { in: coin, out: money } : { in: money, out: coin }),
    ...{ fee: null, value: null, wallet: 'main', toWallet: null, lots: [] },
    ...{ acquiredAt: null, isDateAssumed: false },
  };
});

it('a large ledger is released before another one is built', async () => {
  const ledger = new MemoryLedger(plainLedger.map(toEntry));
  let released = 0;
  const onRelease = () => {
    released += 1;
  };
  const parts = { source: ledger, past: new FakePastValues(), now: () => 0, onRelease };
  const ask = async (maxBooked: number) => {
    const calculator = createInlineCalculator({ ...parts, maxBooked });
    const query = { portfolioId: 'portfolio', revision: 1, size: 2, currency: 'USD', at: null };
    const answers: string[] = [];
    for (const method of ['fifo', 'lifo', 'fifo'] as const)
      answers.push(await readAnswers(calculator, { ...query, method, scope: 'portfolio' }));
    return answers;
  };
  const kept = await ask(4);
  expect(released).toBe(0);
  expect(await ask(3)).toEqual(kept);
  expect(released).toBe(2);
});

it('figures at an instant never include a later fee, even if its rate changes', async () => {
  const now = Date.parse('2024-02-01T12:00Z');
  const ledger = new MemoryLedger([
    entryOf('b', 'buy', '2024-01-01', { in: '1 bitcoin', out: '10 USD' }),
    entryOf('f', 'fee', '2024-02-01T10:00Z', { out: '5 USD' }),
  ]);
  const past = new FakePastValues();
  past.rates.set('EUR 2024-01-01', '1').set('EUR 2024-02-01', '2');
  const clock = { now };
  const calculator = createInlineCalculator({ source: ledger, past, now: () => clock.now });
  const at = Date.parse('2024-01-15');
  const choice = { method: 'fifo', scope: 'portfolio', currency: 'EUR', at } as const;
  const query = { portfolioId: 'portfolio', revision: 1, size: 2, ...choice };
  expect((await calculator.summarize(query)).otherFees).toBe(0n);
  // That of today.
  past.rates.set('EUR 2024-02-01', '3');
  clock.now += 60_000;
  expect((await calculator.summarize(query)).otherFees).toBe(0n);
});

it('a fee that is rounded to nothing at the final rate of its day no longer counts', async () => {
  const clock = { now: Date.parse('2024-01-05T12:00Z') };
  const dust = '0.000000000000000001';
  const ledger = new MemoryLedger([entryOf('f', 'fee', '2024-01-05', { out: `${dust} EUR` })]);
  const past = new FakePastValues();
  const calculator = createInlineCalculator({ source: ledger, past, now: () => clock.now });
  const fees = async () => {
    const query = { portfolioId: 'portfolio', revision: 1, size: 1, at: null, currency: 'USD' };
    return (await calculator.summarize({ ...query, method: 'fifo', scope: 'portfolio' })).otherFees;
  };
  past.rates.set('EUR 2024-01-05', '0.9');
  expect(formatMoney(await fees())).toBe(dust);
  past.rates.set('EUR 2024-01-05', '3');
  clock.now += 60_000;
  expect(formatMoney(await fees())).toBe('0');
});

it('the figures and disposals of many coins are computed one coin at a time, between which other calls run', async () => {
  const source = new MemoryLedger(
    Array.from({ length: 60 }, (_, index) =>
      entryOf(`b${index}`, 'buy', '2024-01-01', { in: `1 coin-${index}`, out: '9 USD' }),
    ),
  );
  const calculator = createInlineCalculator({ source, past: new FakePastValues(), now: () => 0 });
  const ledger = { portfolioId: 'p', revision: 1, size: 60 };
  const query = { ...ledger, method: 'uk', scope: 'portfolio', currency: 'USD', at: null } as const;
  const [{ coins }, turns] = await countTurns(calculator.summarize(query));
  expect(coins).toHaveLength(60);
  expect(turns).toBeGreaterThanOrEqual(60);
  const every = { coinId: null, from: null, to: null, limit: 1, after: null };
  const [, ofDisposals] = await countTurns(calculator.listDisposals({ ...query, ...every }));
  expect(ofDisposals).toBeGreaterThanOrEqual(60);
});
