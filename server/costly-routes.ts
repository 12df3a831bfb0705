import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takeTurns } from './platform/http/load/turns.ts';
import type { Access } from './platform/module.ts';
import { networkOf } from './platform/net/network-of.ts';

/* Expensive requests: figures of whole ledgers, and file imports and exports. */

/** A page makes about ten such calls; three at a time are enough to keep a server busy. */
const ofAccount = { atOnce: 3, maxWaiting: 30, maxWaitMs: 8000 };
/** Everything in an account is in memory until it is sent. */
const wholeExports = { ...ofAccount, atOnce: 1, maxWaiting: 2 };
/** Each file of up to 20 MB is in memory while it is received. */
const uploads = { atOnce: 6, maxWaiting: 20, maxWaitMs: 8000 };
/** A file may arrive slowly, and one network (/24, /56) may have several accounts. */
const uploadsOfNetwork = { ...uploads, atOnce: 3, maxWaiting: 10 };
/** An account's whole data: up to 128 MB, and a gigabyte while it is read. */
const accountFiles = { atOnce: 1, maxWaiting: 5, maxWaitMs: 8000 };

const costly =
  /^\/api\/(?:portfolios\/:id\/|portfolio(?:\/|$)|transactions\/|imports\/|tax-reports\/|account\/)/;
const isOfSession = (url: string) => url.startsWith('/api/account/');

/** Limits how many such requests are processed at a time, per account and in total. */
export function limitCostlyRoutes(
  http: FastifyInstance,
  { gate, sessionGate }: Pick<Access, 'gate' | 'sessionGate'>,
): void {
  const urlOf = ({ routeOptions: { url = '' } }: FastifyRequest) => url;
  takeTurns(http, {
    limits: ofAccount,
    refusal: 'rate_limited',
    subjectOf(request) {
      const url = urlOf(request);
      if (!costly.test(url)) return undefined;
      return (isOfSession(url) ? sessionGate : gate).userOf(request).id;
    },
  });
  takeTurns(http, {
    limits: wholeExports,
    refusal: 'rate_limited',
    subjectOf: (request) =>
      urlOf(request) === '/api/account/export' ? sessionGate.userOf(request).id : undefined,
  });
  const isUpload = (request: FastifyRequest) =>
    request.method === 'POST' && urlOf(request) === '/api/portfolios/:id/imports';
  const forAll = (limits: typeof uploads, isOne: (url: string) => boolean) =>
    takeTurns(http, {
      limits,
      refusal: 'unavailable',
      subjectOf: (request) => (request.method === 'POST' && isOne(urlOf(request)) ? 'all' : undefined),
    });
  takeTurns(http, {
    limits: uploadsOfNetwork,
    refusal: 'rate_limited',
    subjectOf: (request) => (isUpload(request) ? networkOf(request.ip) : undefined),
  });
  forAll(uploads, (url) => url === '/api/portfolios/:id/imports');
  forAll(accountFiles, (url) => url === '/api/account/import');
}
