import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { RequestUser, RequireUser } from './request-user.ts';
import { setRequesterAccount } from './requester.ts';

/** Restricts routes to users. */
export interface UserGate<User extends RequestUser = RequestUser> {
  /** Refuses everyone else before the body is read, and keeps the response out of caches. */
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The user of an admitted request. */
  userOf(request: object): User;
  /** Looks up the user of an admitted request again, and refuses it if there is none any more. */
  recheck(request: FastifyRequest): Promise<void>;
}

export function createUserGate<User extends RequestUser>(requireUser: RequireUser<User>): UserGate<User> {
  const users = new WeakMap<object, User>();
  return {
    async onRequest(request, reply) {
      reply.header('cache-control', 'no-store');
      const user = await requireUser(request);
      users.set(request, user);
      setRequesterAccount(request, user.id);
    },
    userOf(request) {
      const user = users.get(request);
      if (!user) throw new Error('this route has no gate');
      return user;
    },
    async recheck(request) {
      if (users.has(request)) users.set(request, await requireUser(request));
    },
  };
}

/** A body that arrives sooner needs no second look-up. */
const slowAfterMs: Milliseconds = 1000;

/**
 * Looks up the user again after a slow body: in many seconds, the session may have ended, as when the owner signs out a
 * thief, or the plan have changed.
 */
export function recheckUsers(
  app: FastifyInstance,
  { gates, clock }: { gates: readonly Pick<UserGate, 'recheck'>[]; clock: Clock },
): void {
  const begunAt = new WeakMap<object, Instant>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'GET') begunAt.set(request, clock.now());
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const begun = begunAt.get(request);
    if (begun === undefined || Math.abs(clock.now() - begun) < slowAfterMs) return done();
    Promise.all(gates.map((gate) => gate.recheck(request))).then(() => done(), done);
  });
}
