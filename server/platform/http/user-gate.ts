import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestUser, RequireUser } from './request-user.ts';
import { setRequesterAccount } from './requester.ts';

/** Restricts routes to users. */
export interface UserGate<User extends RequestUser = RequestUser> {
  /** Refuses everyone else before the body is read, and keeps the response out of caches. */
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The user of an admitted request. */
  userOf(request: object): User;
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
  };
}
