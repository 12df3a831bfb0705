import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { EntryReader } from '../../transactions/entry-reader.ts';
import { createInlineCalculator } from '../inline-calculator.ts';
import type { PastValues } from '../past-values.ts';

/** Enough for V8 to compile and optimize the code. A round takes some milliseconds. */
const rounds = 40;
const transactions = 500;
const coins = 20;
const hourMs = 3_600_000;
/** V8 stores numbers of this size differently from small ones, and would have to compile the code again for them. */
const start = Date.UTC(2015, 0, 1);

/** The values of a stored transaction, in the order in which an `EntryReader` takes them. */
function toCells(index: number): unknown[] {
  const isBuy = index % 3 < 2;
  const amounts = [`${(index % 7) + 1}.12345678`, `${(index % 900) + 100}.25`];
  const coin = `coin-${index % coins}`;
  if (!isBuy) amounts.reverse();
  return [
    ...[`transaction-${index}`, start + index * hourMs, start + index, '1', ...amounts, '0.75'],
    ...[isBuy ? `buy main i${coin} OUSD FUSD` : `sell main IUSD o${coin} FUSD`, null],
  ];
}

const noValues: PastValues = {
  readCloses: async (wanted) => wanted.map(() => null),
  readRates: async (wanted) => wanted.map(() => null),
  readSpan: async () => ({ prices: new Map(), sources: [], isPending: false }),
};

/**
 * Computes the figures of a generated ledger, before and after one more transaction, because compiling the code takes
 * longer than computing a thousand transactions. It stops when a call arrives, which compiles the code as well.
 */
export async function warmUp(isCalled: () => boolean): Promise<void> {
  for (let round = 0; round < rounds && !isCalled(); round += 1) {
    const reader = new EntryReader();
    const entries = Array.from({ length: transactions }, (_, index) => reader.read(toCells(index)));
    const added = [reader.read(toCells(transactions))];
    const calculator = createInlineCalculator({
      source: {
        readChanges: async (_portfolioId, since) =>
          since === 0
            ? { revision: 1, replaces: true, entries, removedIds: [] }
            : { revision: 2, replaces: false, entries: added, removedIds: [] },
      },
      past: noValues,
      now: () => 0,
    });
    for (const revision of [1, 2])
      await calculator.summarize({
        ...{ portfolioId: 'made', revision, size: transactions },
        ...{ method: 'fifo', scope: 'portfolio', currency: 'USD', at: null },
      });
    await yieldToEventLoop();
  }
}
