import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAnswers } from '../../../../tests/support/portfolio/ledger-answers.ts';
import type { PlainTransaction } from '../../../../tests/support/portfolio/ledger-reference/plain-transaction.ts';
import {
  ledgers,
  plainValues,
  toEntry,
} from '../../../../tests/support/portfolio/ledger-reference/random-ledgers.ts';
import { FakePastValues, MemoryLedger } from '../../../../tests/support/portfolio/memory-ledger.ts';
import { createInlineCalculator } from './inline-calculator.ts';
import type { LedgerQuery } from './ledger-query.ts';

const runs = 100;
const changes = 20;
const [start, dayCount] = [Date.UTC(2024, 2, 29), 45];
const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** After this long, all that is missing has been looked up again. */
const settledMs = 2 * hourMs;
const methods = ['fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'] as const;
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Past values like those of a server: a day without a rate has that of the two days before. */
class GrowingPast extends FakePastValues {
  override async readRates(wanted: Parameters<FakePastValues['readRates']>[0]) {
    return wanted.map(({ currency, day }) => {
      const at = [0, 1, 2]
        .map((back) => Date.parse(day) - back * dayMs)
        .find((each) => this.rates.has(`${currency} ${toDay(each)}`));
      if (at === undefined) return null;
      return { value: this.rates.get(`${currency} ${toDay(at)}`)!, at, source: 'test' };
    });
  }
}

/** A kept ledger whose transactions, prices, rates and time change. `pick`: a number below the given one. */
function createScene(
  first: readonly PlainTransaction[],
  later: readonly PlainTransaction[],
  pick: (below: number) => number,
) {
  const past = new GrowingPast();
  const clock = { now: start + pick(dayCount) * dayMs + pick(dayMs) };
  for (const [key, close] of plainValues.closes)
    if (pick(4) > 0) past.closes.set(key, pick(4) > 0 ? close : 'pending');
  for (const [key, rate] of plainValues.rates) if (pick(3) > 0) past.rates.set(key, rate);
  const source = new MemoryLedger(first.map(toEntry));
  let revision = 1;
  const parts = { source, past, now: () => clock.now };
  const calculator = createInlineCalculator({ ...parts, ...(pick(3) === 0 && { maxBooked: 60 }) });
  const choose = (): LedgerQuery => ({
    ...{ portfolioId: 'portfolio', revision, size: 0 },
    ...{ method: methods[pick(methods.length)]!, scope: pick(2) === 0 ? 'portfolio' : 'wallet' },
    currency: pick(2) === 0 ? 'USD' : 'EUR',
    at: pick(4) === 0 ? start + pick(dayCount * 24) * hourMs : null,
  });
  const isOpen = (key: string) => key.slice(-toDay(0).length) >= toDay(clock.now);
  const acts: readonly (() => unknown)[] = [
    () => {
      revision += 1;
      source.put(toEntry(later[pick(later.length)]!));
    },
    () => {
      revision += 1;
      source.remove([...first, ...later][pick(first.length + later.length)]!.id);
    },
    // What was being looked up is found, or is not to be had.
    () => {
      for (const [key, close] of past.closes) {
        if (close !== 'pending' || pick(2) === 0) continue;
        if (pick(3) === 0) past.closes.delete(key);
        else past.closes.set(key, plainValues.closes.get(key)!);
      }
    },
    // Prices and rates are imported.
    () => {
      for (const [key, close] of plainValues.closes)
        if (!past.closes.has(key) && pick(3) === 0) past.closes.set(key, close);
      for (const [key, rate] of plainValues.rates)
        if (!past.rates.has(key) && pick(3) === 0) past.rates.set(key, rate);
    },
    // Those of a day that isn't over change.
    () => {
      for (const key of [...past.closes.keys()].filter(isOpen)) past.closes.set(key, `${1 + pick(9)}.5`);
      for (const key of [...past.rates.keys()].filter(isOpen)) past.rates.set(key, `0.${1 + pick(9)}`);
    },
    () => {
      clock.now += pick(3) * dayMs + pick(dayMs);
    },
    () => readAnswers(calculator, choose(), 'provisional'),
    () => {
      const entry = { ...toEntry(later[pick(later.length)]!), id: 'draft' };
      return calculator.preview({ ...choose(), at: null, entry, replaces: null, isEveryMethod: true });
    },
  ];
  return {
    change: () => acts[pick(acts.length)]!(),
    async expectFresh() {
      clock.now += settledMs;
      const query = choose();
      const fresh = createInlineCalculator(parts);
      expect(await readAnswers(calculator, query, 'provisional')).toBe(
        await readAnswers(fresh, query, 'provisional'),
      );
    },
  };
}

it('a kept ledger follows later transactions, prices, rates and days like one read from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(ledgers, ledgers, fc.infiniteStream(fc.nat()), async (first, later, numbers) => {
      const scene = createScene(first, later, (below) => numbers.next().value! % below);
      for (let count = 1; count <= changes; count += 1) {
        await scene.change();
        if (count % 5 === 0) await scene.expectFresh();
      }
    }),
    { numRuns: runs },
  );
});
