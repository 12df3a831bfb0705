import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestUser, RequireUser } from './request-user.ts';

/** Lets only users through to a route. */
export interface UserGate<User extends RequestUser = RequestUser> {
  /** Stops everybody else before anything is read of the body, and keeps the answer out of every cache. */
  onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Who was let through. */
  userOf(request: object): User;
}

export function createUserGate<User extends RequestUser>(requireUser: RequireUser<User>): UserGate<User> {
  const users = new WeakMap<object, User>();
  return {
    async onRequest(request, reply) {
      reply.header('cache-control', 'no-store');
      users.set(request, await requireUser(request));
    },
    userOf(request) {
      const user = users.get(request);
      if (!user) throw new Error('this route has no gate');
      return user;
    },
  };
}
