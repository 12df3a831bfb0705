import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../net/network-of.ts';

/*
 * Tracks on whose behalf work is done, however deep the call: visitors share a limit on provider calls, and no domain
 * between the route and the provider should have to pass the visitor along.
 */

const requests = new AsyncLocalStorage<FastifyRequest>();

/** Remembers the request during everything done to answer it. */
export function trackRequester(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => requests.run(request, done));
}

/** The address of the client whose request is being answered; undefined outside a request. */
export function requesterAddress(): string | undefined {
  return requests.getStore()?.ip;
}

/** The network (/24, /56) of that client. */
export function requesterNetwork(): string | undefined {
  const address = requesterAddress();
  return address === undefined ? undefined : networkOf(address);
}

const accounts = new WeakMap<object, string>();

/** Remembers which account a request belongs to. */
export function setRequesterAccount(request: object, userId: string): void {
  accounts.set(request, userId);
}

/** The id of the account whose request is being answered; undefined outside a request, and for visitors without one. */
export function requesterAccount(): string | undefined {
  const request = requests.getStore();
  return request && accounts.get(request);
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

const reduced = new WeakSet<object>();

/** Notes that the answer lacks something that a visitor from another network could have got. */
export function noteReducedAnswer(): void {
  const own = ownReads.getStore();
  if (own) own.isReduced = true;
  const request = requests.getStore();
  if (request) reduced.add(request);
}

/** Whether the answer to a request is reduced in that way, so that it must not be given to others. */
export function isReducedAnswer(request: object): boolean {
  return reduced.has(request);
}

/**
 * Whether the server makes this call to itself. It must not be refused because of one visitor's limits, since the
 * others get the same page.
 */
export function isOwnRead(): boolean {
  return ownReads.getStore() !== undefined;
}
