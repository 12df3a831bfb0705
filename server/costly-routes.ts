import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from './platform/clock.ts';
import { FairBacklog } from './platform/http/load/fair-backlog.ts';
import { FairSlots } from './platform/http/load/fair-slots.ts';
import { paceRequests } from './platform/http/load/pace-requests.ts';
import { holdSlots, takeTurns } from './platform/http/load/turns.ts';
import type { Access } from './platform/module.ts';
import { networkOf } from './platform/net/network-of.ts';

/* Expensive requests: figures of whole ledgers, long lists, and file imports and exports. */

/** A page makes about ten such calls; three at a time are enough to keep a server busy. */
const perAccount = { atOnce: 3, maxWaiting: 30, maxWaitMs: 8000 };
/**
 * Ten pages' worth. Beyond that, only as many are admitted as are answered within a second, so that a page is complete
 * in two.
 */
const allFigures = { size: 100, maxWaitMs: 1000, burstMs: 500 };
const wholeExports = { ...perAccount, atOnce: 1, maxWaiting: 2 };
/** Each file of up to 20 MB is in memory while it is received, for at most 14 s. */
const uploads = {
  slots: 6,
  perSubject: 2,
  kept: 4,
  maxWaiting: 20,
  maxWaitingOfSubject: 10,
  maxWaitMs: 8000,
};
/** Each event of Stripe may have 1 MB, and anyone can send such a body: its signature is checked once it has arrived. */
const paymentEvents = {
  slots: 60,
  perSubject: 20,
  kept: 20,
  maxWaiting: 200,
  maxWaitingOfSubject: 100,
  maxWaitMs: 8000,
};
/**
 * An account's whole data: up to 128 MB, which takes a gigabyte for up to a minute while it is read. Each network gets at
 * most a quarter of the time, so that two networks can't keep out a third.
 */
const accountFiles = {
  slots: 1,
  perSubject: 1,
  kept: 0,
  maxWaiting: 5,
  maxWaitingOfSubject: 1,
  maxWaitMs: 8000,
  share: { atOnceMs: 30_000, part: 0.25 },
};
/**
 * Everything in an account, hundreds of megabytes: each takes about a hundred megabytes of memory while it is sent. A
 * network that reads slowly also gets at most a quarter of the time.
 */
const downloads = {
  slots: 2,
  perSubject: 1,
  kept: 0,
  maxWaiting: 10,
  maxWaitingOfSubject: 1,
  maxWaitMs: 8000,
  share: { atOnceMs: 60_000, part: 0.25 },
};
/**
 * Three megabits a second: the largest accounts take ten minutes. Slower readers make way for others after a minute, so that
 * two of them can't keep everybody out.
 */
const downloadStreams = { maxMs: 10 * 60_000, minBytesPerSecond: 375_000 };

const costly =
  /^\/api\/(?:portfolios\/:id\/|portfolio(?:\/|$)|transactions\/|imports\/|tax-reports\/|account\/)/;
/** A thousand alerts or five thousand watched coins take a twentieth of a second. They don't wait for figures. */
const longLists: ReadonlySet<string> = new Set([
  'GET /api/alerts',
  'GET /api/alerts/history',
  // These count all unseen firings, of which an account may have 100,000.
  'GET /api/alerts/unseen',
  'POST /api/alerts/history/seen',
  'POST /api/alerts/rehearsal',
  'GET /api/portfolios',
  'GET /api/watchlist',
]);
const wholeExport = '/api/account/export';
const isOfSession = (url: string) => url.startsWith('/api/account/');

interface CostlyOptions {
  /** Whether figures are refused if others wait for them too long. */
  readonly shedsLoad: boolean;
  readonly clock?: Clock;
}

/** Limits how many expensive requests are processed at a time, per account and in total. */
export function limitCostlyRoutes(
  http: FastifyInstance,
  { gate, sessionGate }: Pick<Access, 'gate' | 'sessionGate'>,
  { shedsLoad, clock }: CostlyOptions,
): void {
  const urlOf = ({ routeOptions: { url = '' } }: FastifyRequest) => url;
  const accountOf = (request: FastifyRequest) => {
    const url = urlOf(request);
    if (!costly.test(url)) return undefined;
    return (isOfSession(url) ? sessionGate : gate).userOf(request).id;
  };
  // Only requests without a body count: others may merely be waiting for their sender. `HEAD` costs as much as `GET`.
  const readerOf = (request: FastifyRequest) =>
    ['GET', 'HEAD'].includes(request.method) ? accountOf(request) : undefined;
  if (shedsLoad) holdSlots(http, readerOf, new FairBacklog(allFigures, clock));
  takeTurns(http, { limits: perAccount, subjectOf: accountOf });
  const listReaderOf = (request: FastifyRequest) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    return longLists.has(`${method} ${urlOf(request)}`) ? gate.userOf(request).id : undefined;
  };
  takeTurns(http, { limits: perAccount, subjectOf: listReaderOf });
  takeTurns(http, {
    limits: wholeExports,
    subjectOf: (request) => (urlOf(request) === wholeExport ? sessionGate.userOf(request).id : undefined),
  });
  // A file may arrive slowly, and one network (/24, /56) may have several accounts.
  const ofNetwork = (path: string, methods: readonly string[]) => (request: FastifyRequest) =>
    urlOf(request) === path && methods.includes(request.method) ? networkOf(request.ip) : undefined;
  holdSlots(http, ofNetwork('/api/portfolios/:id/imports', ['POST']), new FairSlots(uploads));
  holdSlots(http, ofNetwork('/api/billing/webhook', ['POST']), new FairSlots(paymentEvents));
  holdSlots(http, ofNetwork('/api/account/import', ['POST']), new FairSlots(accountFiles));
  holdSlots(http, ofNetwork(wholeExport, ['GET', 'HEAD']), new FairSlots(downloads, clock), {
    ...downloadStreams,
    clock,
  });
  paceRequests(http, (request) => accountOf(request) ?? listReaderOf(request));
}
