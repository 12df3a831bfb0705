import { parentPort, workerData } from 'node:worker_threads';
import type { Milliseconds } from '#contract/units.ts';
import { lowerThreadPriority } from '#server/platform/thread-priority.ts';
import { RemoteCalls } from '../../ledger/calculator/thread/remote-calls.ts';
import type { ImportPlanner } from './import-planner.ts';
import { openPlanner } from './open-planner-service.ts';
import { type Outcome, toOutcome } from './outcome.ts';
import type { PlannerData } from './thread-planner.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

lowerThreadPriority();

const { hasLock, ...place } = workerData as PlannerData;
const writeLock = {
  async acquire() {
    await calls.call('acquireWrites');
  },
  release: () => void calls.call('releaseWrites'),
};
/** How far the server's time is ahead of this machine's clock. */
let aheadMs: Milliseconds = 0;
const clock = { now: () => Date.now() + aheadMs };
async function setAhead(ms: Milliseconds): Promise<void> {
  aheadMs = ms;
}

/** Opened by the first call; after a failure, the next call tries again. */
let opened: Promise<ImportPlanner> | undefined;

function open(): Promise<ImportPlanner> {
  opened ??= openPlanner(place, clock, hasLock ? writeLock : undefined);
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

const answer =
  (name: keyof ImportPlanner) =>
  (...args: never[]): Promise<Outcome> =>
    toOutcome(open().then((planner) => (planner[name] as (...given: never[]) => Promise<unknown>)(...args)));

const calls: RemoteCalls = new RemoteCalls(port, {
  preview: answer('preview'),
  listPage: answer('listPage'),
  apply: answer('apply'),
  remove: answer('remove'),
  settle: answer('settle'),
  setAhead,
});
