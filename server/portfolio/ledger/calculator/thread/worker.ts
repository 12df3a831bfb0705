import { platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { CloseSpan, createSimulatedLines, SimulatedLine } from '#server/market/closes/service.ts';
import { createInlineCalculator } from '../inline-calculator.ts';
import type { LedgerSource } from '../ledger-source.ts';
import type { PastLine } from '../past-values.ts';
import type { LedgerParts } from '../portfolio-ledger.ts';
import { RemoteCalls } from './remote-calls.ts';
import type { OpenReadChanges, WorkerData } from './thread-calculator.ts';

/** Of −20 to 19; 0 is ordinary. */
const calculatorNice = 5;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

// Other calls go first where there are too few processors. Only Linux has a priority of the thread alone.
if (platform() === 'linux') setPriority(calculatorNice);

/** What the thread asks of the process that started it. */
type AskedCalls = LedgerParts['source'] & LedgerParts['past'];

const ask = <Name extends keyof AskedCalls>(name: Name) =>
  ((...args: unknown[]) => calls.call(name, ...args)) as unknown as AskedCalls[Name];

const { ownSource } = workerData as WorkerData;
/** Opened at the first call, and tried again at the next one where it failed. */
let opened: Promise<LedgerSource['readChanges']> | undefined;

async function openOwn(): Promise<LedgerSource['readChanges']> {
  const { openReadChanges } = (await import(ownSource!.module)) as { openReadChanges: OpenReadChanges };
  return openReadChanges(ownSource!.options as never);
}

function openOnce(): Promise<LedgerSource['readChanges']> {
  opened ??= openOwn();
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

async function readOwnChanges(...args: Parameters<LedgerSource['readChanges']>) {
  return (await openOnce())(...args);
}

async function prepare(): Promise<void> {
  if (ownSource) await openOnce();
}

const askForLine = ask('readLine') as (span: CloseSpan) => Promise<PastLine | SimulatedLine>;
/** Loaded where the market is simulated. */
let simulated: ReturnType<typeof createSimulatedLines> | undefined;

async function readLine(span: CloseSpan): Promise<PastLine> {
  const line = await askForLine(span);
  if (!('simulated' in line)) return line;
  simulated ??= (await import('#server/market/closes/service.ts')).createSimulatedLines();
  return simulated(span.coinId, line);
}

const calculator = createInlineCalculator({
  source: { readChanges: ownSource ? readOwnChanges : ask('readChanges') },
  past: { readCloses: ask('readCloses'), readRates: ask('readRates'), readLine },
  now: () => Date.now(),
});
const calls: RemoteCalls = new RemoteCalls(port, { ...calculator, prepare });
