import { parentPort, workerData } from 'node:worker_threads';
import type { CoinId, Milliseconds } from '#contract/units.ts';
import type {
  CloseSpan,
  createSimulatedCloseReader,
  SimulatedCloseInputs,
  StoredCloses,
} from '#server/market/closes/service.ts';
import { collectGarbage } from '#server/platform/thread-heap.ts';
import { lowerThreadPriority } from '#server/platform/thread-priority.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import { createProofThread } from '../../proof/proof-thread.ts';
import { createInlineCalculator } from '../inline-calculator.ts';
import type { LedgerQuery } from '../ledger-query.ts';
import type { LedgerSource } from '../ledger-source.ts';
import type { PricesByDay } from '../past-values.ts';
import type { LedgerParts } from '../portfolio-ledger.ts';
import { createLargeLedgerAdmission, createSpanAdmission } from './large-ledgers.ts';
import { RemoteCalls } from './remote-calls.ts';
import { SummarySender } from './summary-changes.ts';
import type { OpenReadChanges, WorkerData } from './thread-calculator.ts';
import { warmUp } from './warm-up.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

lowerThreadPriority();

/** Calls answered by the thread that started this one. */
type AskedCalls = LedgerParts['source'] & LedgerParts['past'];

const ask = <Name extends keyof AskedCalls>(name: Name) =>
  ((...args: unknown[]) => calls.call(name, ...args)) as unknown as AskedCalls[Name];

const { ownSource } = workerData as WorkerData;
/** Opened by the first call; after a failure, the next call tries again. */
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
  // A query without results opens the connection and prepares the statement.
  if (ownSource) await readOwnChanges('', 0);
  await warmUp(() => isCalled);
  if (!isCalled) collectGarbage();
}

type RequestSpan = (span: CloseSpan) => Promise<PricesByDay | SimulatedCloseInputs | StoredCloses>;
const requestSpan = ask('readSpan') as unknown as RequestSpan;
const askForMissing = (coinId: CoinId, newest: DayNumber) =>
  calls.call('requestMissing', coinId, newest) as Promise<boolean>;

/** Loaded only when the first span is read. */
const loadCloses = () => import('#server/market/closes/service.ts');
let simulated: ReturnType<typeof createSimulatedCloseReader> | undefined;

async function readSpan(span: CloseSpan): Promise<PricesByDay> {
  const found = await requestSpan(span);
  if ('simulated' in found) {
    simulated ??= (await loadCloses()).createSimulatedCloseReader();
    return simulated(span.coinId, found);
  }
  if (!('stored' in found)) return found;
  const { prices, sources, newestMissing } = (await loadCloses()).decodeStoredCloses(span, found);
  const isPending = newestMissing !== null && (await askForMissing(span.coinId, newestMissing));
  return { prices, sources, isPending };
}

/** How far the server's time is ahead of this machine's clock. */
let aheadMs: Milliseconds = 0;
/** The market that prices and rates are of. */
let market: string | undefined;

const calculator = createInlineCalculator({
  source: { readChanges: ownSource ? readOwnChanges : ask('readChanges') },
  past: { readCloses: ask('readCloses'), readRates: ask('readRates'), readSpan },
  now: () => Date.now() + aheadMs,
  market: () => market,
  onRelease: () => collectGarbage('regular'),
  admit: createLargeLedgerAdmission(),
  admitSpan: createSpanAdmission(),
  // In another thread: building one takes up to two seconds, and other users' figures would wait.
  buildProof: createProofThread().build,
});

const summaries = new SummarySender();
const answers = {
  ...calculator,
  summarize: async (query: LedgerQuery, known: number | null) =>
    summaries.write(await calculator.summarize(query), known),
};

/** Whether figures have been requested. */
let isCalled = false;
const handlers = Object.entries(answers).map(([name, call]) => {
  const work = call as (...args: never[]) => Promise<unknown>;
  const handle = (...args: never[]) => {
    isCalled = true;
    return work(...args);
  };
  return [name, handle] as const;
});
async function setAhead(ms: Milliseconds): Promise<void> {
  aheadMs = ms;
}

async function setMarket(shown: string | undefined): Promise<void> {
  market = shown;
}

const calls: RemoteCalls = new RemoteCalls(port, {
  ...Object.fromEntries(handlers),
  prepare,
  setAhead,
  setMarket,
});
