import { parentPort, workerData } from 'node:worker_threads';
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
/** Opened by the first call; after a failure, the next call tries again. */
let opened: Promise<ImportPlanner> | undefined;

function open(): Promise<ImportPlanner> {
  opened ??= openPlanner(place, hasLock ? writeLock : undefined);
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
});
