import { parentPort } from 'node:worker_threads';
import { RemoteCalls } from '../../ledger/calculator/thread/remote-calls.ts';
import type { LineProofRequest } from '../proof/line-proof-request.ts';
import { makeLineProof } from '../proof/make-line-proof.ts';
import { makeReportText } from './make-report.ts';
import type { ReportQuery, ReportReads } from './report-query.ts';

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

/** Calls a read in the parent process. */
const ask = <Name extends keyof ReportReads>(name: Name) =>
  ((...args: unknown[]) => calls.call(name, ...args)) as unknown as ReportReads[Name];

const reads: ReportReads = {
  readChanges: ask('readChanges'),
  readCloses: ask('readCloses'),
  readRates: ask('readRates'),
  readNames: ask('readNames'),
};
const calls: RemoteCalls = new RemoteCalls(port, {
  makeReportText: (query: ReportQuery) => makeReportText(query, reads),
  makeLineProof: (request: LineProofRequest) => makeLineProof(request, reads),
});
