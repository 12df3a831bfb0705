import { parentPort, workerData } from 'node:worker_threads';
import { RemoteCalls } from '../../ledger/calculator/thread/remote-calls.ts';
import type { OpenReadChanges, WorkerData } from '../../ledger/calculator/thread/thread-calculator.ts';
import type { LineProofRequest } from '../proof/line-proof-request.ts';
import { makeLineProof } from '../proof/make-line-proof.ts';
import { makeReportBytes } from './make-report.ts';
import type { ReportQuery, ReportReads } from './report-query.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

/** Calls a read in the parent process. */
const ask = <Name extends keyof ReportReads>(name: Name) =>
  ((...args: unknown[]) => calls.call(name, ...args)) as unknown as ReportReads[Name];

const { ownSource } = workerData as WorkerData;

let opened: Promise<ReportReads['readChanges']> | undefined;

async function openOwn(): Promise<ReportReads['readChanges']> {
  const { openReadChanges } = (await import(ownSource!.module)) as { openReadChanges: OpenReadChanges };
  return openReadChanges(ownSource!.options as never);
}

async function readOwnChanges(...args: Parameters<ReportReads['readChanges']>) {
  opened ??= openOwn();
  return (await opened)(...args);
}

const reads: ReportReads = {
  readChanges: ownSource ? readOwnChanges : ask('readChanges'),
  readCloses: ask('readCloses'),
  readRates: ask('readRates'),
  readNames: ask('readNames'),
};
const calls: RemoteCalls = new RemoteCalls(port, {
  makeReportBytes: (query: ReportQuery) => makeReportBytes(query, reads),
  makeLineProof: (request: LineProofRequest) => makeLineProof(request, reads),
});
