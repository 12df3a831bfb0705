import { parentPort } from 'node:worker_threads';
import { createInlineCalculator } from '../inline-calculator.ts';
import type { LedgerParts } from '../portfolio-ledger.ts';
import { RemoteCalls } from './remote-calls.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

const askedOf = <Name extends keyof AskedCalls>(name: Name) =>
  ((...args: unknown[]) => calls.call(name, ...args)) as unknown as AskedCalls[Name];

/** What the thread asks of the process that started it. */
type AskedCalls = LedgerParts['source'] & LedgerParts['past'];

const calculator = createInlineCalculator({
  source: { readChanges: askedOf('readChanges') },
  past: { readCloses: askedOf('readCloses'), readRates: askedOf('readRates') },
  now: () => Date.now(),
});
const { summarize, listLots, listDisposals, compareMethods, preview } = calculator;
const calls: RemoteCalls = new RemoteCalls(port, {
  summarize,
  listLots,
  listDisposals,
  compareMethods,
  preview,
});
