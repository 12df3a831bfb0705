import { platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { RemoteCalls } from '../../ledger/calculator/thread/remote-calls.ts';
import { createTransactionStore } from '../../ledger/transactions/store.ts';
import { createWalletStore } from '../../ledger/wallets/store.ts';
import { createImportedRowsStore } from '../change/imported-rows-store.ts';
import { createImportStore } from '../store.ts';
import type { ImportPlanner } from './import-planner.ts';
import { createInlinePlanner } from './inline-planner.ts';
import { type Outcome, toOutcome } from './refusal.ts';
import type { PlannerData } from './thread-planner.ts';

/** Of −20 to 19; 0 is ordinary. */
const plannerNice = 5;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

// Other calls go first where there are too few processors. Only Linux has a priority of the thread alone.
if (platform() === 'linux') setPriority(plannerNice);

const { hasLock, ...place } = workerData as PlannerData;
const writeLock = {
  async acquire() {
    await calls.call('acquireWrites');
  },
  release: () => void calls.call('releaseWrites'),
};
const clock = { now: () => Date.now() };
// A connection that is lost is replaced by the next query.
const logger = { warn: () => undefined };

/** Opened at the first call, and tried again at the next one where it failed. */
let opened: Promise<ImportPlanner> | undefined;

function open(): Promise<ImportPlanner> {
  opened ??= openDatabase({ ...place, logger, ...(hasLock && { writeLock }) }).then(createPlanner);
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

const createPlanner = (db: Database): ImportPlanner =>
  createInlinePlanner({
    db,
    clock,
    store: createImportStore(),
    rows: createImportedRowsStore(),
    wallets: createWalletStore(db),
    transactions: createTransactionStore(db),
    createId: createUuidV7(clock),
  });

const answer =
  (name: keyof ImportPlanner) =>
  (...args: never[]): Promise<Outcome> =>
    toOutcome(open().then((planner) => (planner[name] as (...given: never[]) => Promise<unknown>)(...args)));

const calls: RemoteCalls = new RemoteCalls(port, {
  preview: answer('preview'),
  listPage: answer('listPage'),
  apply: answer('apply'),
  remove: answer('remove'),
});
