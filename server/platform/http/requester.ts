import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../net/network-of.ts';

/*
 * Tracks on whose behalf work is done, however deep the call: visitors share a limit on provider calls, and no domain
 * between the route and the provider should have to pass the visitor along.
 */

/**
 * Whom a request counts for. Not the request: a connection that is opened meanwhile, to the database for example, keeps this
 * for as long as it lives, and a body may have a hundred megabytes.
 */
interface Requester {
  readonly address: string;
  account: string | undefined;
  isReduced: boolean;
}

const requesters = new AsyncLocalStorage<Requester>();
const byRequest = new WeakMap<object, Requester>();

/** Remembers whom a request counts for during everything done to answer it. */
export function trackRequester(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const requester = { address: request.ip, account: undefined, isReduced: false };
    byRequest.set(request, requester);
    requesters.run(requester, done);
  });
}

/** The address of the client whose request is being answered; undefined outside a request. */
export function requesterAddress(): string | undefined {
  return requesters.getStore()?.address;
}

/** The network (/24, /56) of that client. */
export function requesterNetwork(): string | undefined {
  const address = requesterAddress();
  return address === undefined ? undefined : networkOf(address);
}

/** Remembers which account a request belongs to. */
export function setRequesterAccount(request: object, userId: string): void {
  const requester = byRequest.get(request);
  if (requester) requester.account = userId;
}

/** The id of the account whose request is being answered; undefined outside a request, and for visitors without one. */
export function requesterAccount(): string | undefined {
  return requesters.getStore()?.account;
}

/** A call that the server makes to itself. */
export interface OwnRead {
  /** Whether the answer lacks something because the visitor's network has used up its share. */
  isReduced: boolean;
}

const ownReads = new AsyncLocalStorage<OwnRead>();

/** Runs a call that the server makes to itself, for something that visitors share. Sets `own.isReduced` if it was. */
export function runOwnRead<T>(read: () => PromiseLike<T>, own: OwnRead = { isReduced: false }): Promise<T> {
  // An injected request starts only when it is awaited.
  return ownReads.run(own, async () => await read());
}

/** Notes that the answer lacks something that a visitor from another network could have got. */
export function noteReducedAnswer(): void {
  const own = ownReads.getStore();
  if (own) own.isReduced = true;
  const requester = requesters.getStore();
  if (requester) requester.isReduced = true;
}

/** Whether the answer to a request is reduced in that way, so that it must not be given to others. */
export function isReducedAnswer(request: object): boolean {
  return byRequest.get(request)?.isReduced ?? false;
}

/**
 * Whether the server makes this call to itself. It must not be refused because of one visitor's limits, since the
 * others get the same page.
 */
export function isOwnRead(): boolean {
  return ownReads.getStore() !== undefined;
}
