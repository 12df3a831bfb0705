import type { FastifyRequest } from 'fastify';
import type { Tier } from '#contract/plans.ts';

/** Who asks: read from the database for each request, so that a changed tier and an ended session take effect at once. */
export interface RequestUser {
  readonly id: string;
  readonly email: string;
  readonly tier: Tier;
  /** Whether somebody proved that the mailbox is theirs. Until then `email` is only a label. */
  readonly verified: boolean;
}

/** Somebody who has signed in, and no program with a key. */
export interface SessionUser extends RequestUser {
  readonly sessionId: string;
}

/** The user of a request. Throws the `AppError` `unauthorized` where there is none. */
export type RequireUser<User extends RequestUser = RequestUser> = (request: FastifyRequest) => Promise<User>;
