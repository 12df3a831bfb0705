import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomLedger } from '../../../../tests/support/ledger/random-ledger.ts';
import { entryOf } from '../../../../tests/support/portfolio/ledger-entries.ts';
import type { LedgerEntry } from '../engine/entry.ts';
import { sumKnown } from '../engine/figures.ts';
import { Ledger } from '../engine/ledger.ts';
import { listCounted } from './list-counted.ts';
import { ValueBook } from './value-book.ts';

const dayMs = 86_400_000;
const choices = fc.record({
  method: fc.constantFrom('fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'),
  scope: fc.constantFrom('portfolio', 'wallet'),
});
type Choice = typeof choices extends fc.Arbitrary<infer Value> ? Value : never;

/** Any close, so that only the choice of transactions can change a gain. */
function listDisposals(entries: readonly LedgerEntry[], choice: Choice, coinId: string) {
  const values = new ValueBook('USD');
  const open = () => new Ledger(entries, { ...choice, valuer: values.toValuer() });
  for (;;) {
    const disposals = open().figuresOf(coinId)?.listDisposals() ?? [];
    const { closes, rates } = values.takeMissing();
    if (closes.length + rates.length === 0) return disposals;
    for (const { coinId: coin, day } of closes)
      values.setPrice(coin, day, { value: `${coin.length}.${day.slice(8)}`, at: 0, source: 'test' });
    for (const { currency, day } of rates)
      values.setRate(currency, day, { value: `1.${day.slice(8)}`, at: 0, source: 'test' });
  }
}

const anySpan = { from: null, to: null };
const counted = { at: null, asOf: Date.UTC(2026, 0, 1), coinId: 'bitcoin' };

it('leaves out only what doesn’t affect the gain of a disposal', () => {
  let shorter = 0;
  fc.assert(
    fc.property(randomLedger, choices, (ledger, choice) => {
      for (const { event, gain } of listDisposals(ledger, choice, 'bitcoin')) {
        const name = { transactionId: event.entry.id, isFee: event.isFee };
        const request = { ...counted, ...choice, figure: 'gain', disposal: name, span: anySpan };
        const { entries, at } = listCounted(ledger, request);
        expect(entries.filter(({ occurredAt }) => occurredAt > at!)).toEqual([]);
        if (entries.length < listCounted(ledger, { ...request, figure: 'amount' }).entries.length)
          shorter += 1;
        const again = listDisposals(entries, choice, 'bitcoin').find(
          ({ event: { entry, isFee } }) => entry.id === name.transactionId && isFee === name.isFee,
        );
        expect(again?.gain).toBe(gain);
      }
    }),
    { numRuns: 300 },
  );
  expect(shorter).toBeGreaterThan(100);
});

it('leaves out only what doesn’t affect the realized gain of a span', () => {
  fc.assert(
    fc.property(randomLedger, choices, fc.integer({ min: 0, max: 50 }), (ledger, choice, days) => {
      const to = Date.UTC(2023, 9, 20) + days * dayMs;
      const request = { ...counted, ...choice, figure: 'realized', disposal: null, span: { from: null, to } };
      const realized = (entries: readonly LedgerEntry[]) =>
        sumKnown(
          listDisposals(entries, choice, 'bitcoin')
            .filter(({ event }) => event.entry.occurredAt < to)
            .map(({ gain }) => gain),
        );
      expect(realized(listCounted(ledger, request).entries)).toBe(realized(ledger));
    }),
    { numRuns: 300 },
  );
});

it('leaves out nothing while a purchase can still affect the gain', () => {
  const request = { ...counted, method: 'uk', figure: 'gain', span: anySpan } as const;
  const disposal = { transactionId: 's', isFee: false };
  const sale = entryOf('s', 'sell', '2025-01-01', { in: '10 USD', out: '1 bitcoin' });
  const endAfter = (days: number) =>
    listCounted([sale], { ...request, disposal, asOf: sale.occurredAt + days * dayMs }).at;
  expect(endAfter(31)).toBeNull();
  expect(endAfter(33)).toBe(sale.occurredAt + 32 * dayMs);
});
