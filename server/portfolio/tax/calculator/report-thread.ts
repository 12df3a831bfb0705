import { Worker } from 'node:worker_threads';
import { RemoteCalls } from '../../ledger/calculator/thread/remote-calls.ts';
import type { ReportQuery, ReportReads } from './report-query.ts';

export interface ReportThread {
  readonly makeReportText: (query: ReportQuery, reads: ReportReads) => Promise<string>;
  stop(): Promise<void>;
}

const workerFile = new URL('./report-worker.ts', import.meta.url);
const resourceLimits = { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 192 };

/**
 * Makes reports of large ledgers in a thread of their own, one after the other: no other call waits for one. The thread ends
 * with each report, so that its memory is free again.
 */
export function createReportThread(file = workerFile): ReportThread {
  let last: Promise<unknown> = Promise.resolve();
  let running: Worker | undefined;
  let isStopped = false;

  async function makeNow(query: ReportQuery, reads: ReportReads): Promise<string> {
    if (isStopped) throw new Error('the server is stopping');
    const worker = new Worker(file, { resourceLimits });
    running = worker;
    const calls = new RemoteCalls(worker, {
      readChanges: (...args: Parameters<typeof reads.readChanges>) => reads.readChanges(...args),
      readCloses: (...args: Parameters<typeof reads.readCloses>) => reads.readCloses(...args),
      readRates: (...args: Parameters<typeof reads.readRates>) => reads.readRates(...args),
      readNames: (...args: Parameters<typeof reads.readNames>) => reads.readNames(...args),
    });
    worker.on('error', (error: Error) => calls.end(error));
    worker.on('exit', () => calls.end(new Error('the thread that makes reports ended')));
    try {
      return (await calls.call('makeReportText', query)) as string;
    } finally {
      await worker.terminate();
    }
  }

  return {
    makeReportText(query, reads) {
      const made = last.then(() => makeNow(query, reads));
      last = made.catch(() => undefined);
      return made;
    },
    async stop() {
      isStopped = true;
      await running?.terminate();
    },
  };
}
