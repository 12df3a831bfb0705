import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takeTurns } from './platform/http/load/turns.ts';
import type { Access } from './platform/module.ts';

/* Requests that cost much: figures of whole ledgers, files in and out. */

/** A page asks for about ten at once; three are enough to keep a server busy. */
const ofAccount = { atOnce: 3, maxWaiting: 30, maxWaitMs: 8000 };
/** Everything that an account has is in memory until it is sent. */
const wholeExports = { ...ofAccount, atOnce: 1, maxWaiting: 2 };
/** A file of up to 20 MB each is in memory while it is received. */
const uploads = { atOnce: 6, maxWaiting: 20, maxWaitMs: 8000 };
/** One account's whole data: up to 128 MB, and a gigabyte while it is read. */
const accountFiles = { atOnce: 1, maxWaiting: 5, maxWaitMs: 8000 };

const costly = /^\/api\/(?:portfolios\/:id\/|imports\/|tax-reports\/|account\/)/;
const isOfSession = (url: string) => url.startsWith('/api/account/');

/** Bounds what one account, and all together, can have worked on at the same time. */
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
  const forAll = (limits: typeof uploads, isOne: (url: string) => boolean) =>
    takeTurns(http, {
      limits,
      refusal: 'unavailable',
      subjectOf: (request) => (request.method === 'POST' && isOne(urlOf(request)) ? 'all' : undefined),
    });
  forAll(uploads, (url) => url === '/api/portfolios/:id/imports');
  forAll(accountFiles, (url) => url === '/api/account/import');
}
