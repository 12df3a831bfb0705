import { setImmediate as giveWay } from 'node:timers/promises';
import { createEntryPacker } from '../../transactions/entry-packer.ts';
import { readEntry } from '../../transactions/transaction-row.ts';
import { createInlineCalculator } from '../inline-calculator.ts';
import type { PastValues } from '../past-values.ts';

/** Enough for V8 to compile and optimize the code. A round takes some milliseconds. */
const rounds = 40;
const transactions = 500;
const coins = 20;
const hourMs = 3_600_000;

/** The cells of a stored transaction, in the order of `entryColumns`. */
function toCells(index: number): unknown[] {
  const isBuy = index % 3 < 2;
  const coin = [`coin-${index % coins}`, null, `${(index % 7) + 1}.12345678`];
  const money = [null, 'USD', `${(index % 900) + 100}.25`];
  return [
    ...[`transaction-${index}`, isBuy ? 'buy' : 'sell', index * hourMs],
    ...(isBuy ? [...coin, ...money] : [...money, ...coin]),
    ...[null, 'USD', '0.75', null, null],
    ...['main', null, null, null, 0, index, '1', null],
  ];
}

const noValues: PastValues = {
  readCloses: async (wanted) => wanted.map(() => null),
  readRates: async (wanted) => wanted.map(() => null),
  readLine: async () => ({ prices: new Map(), sources: [], isPending: false }),
};

/**
 * Computes the figures of a generated ledger, because compiling the code takes longer than computing a thousand
 * transactions. It stops when a call arrives, which compiles the code as well.
 */
export async function warmUp(isCalled: () => boolean): Promise<void> {
  for (let round = 0; round < rounds && !isCalled(); round += 1) {
    const pack = createEntryPacker();
    const entries = Array.from({ length: transactions }, (_, index) => pack(readEntry(toCells(index))));
    const changes = { revision: 1, replaces: true, entries, removedIds: [] };
    const calculator = createInlineCalculator({
      source: { readChanges: async () => changes },
      past: noValues,
      now: () => 0,
    });
    await calculator.summarize({
      ...{ portfolioId: 'made', revision: 1, size: transactions },
      ...{ method: 'fifo', scope: 'portfolio', currency: 'USD', at: null },
    });
    await giveWay();
  }
}
