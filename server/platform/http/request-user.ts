import type { FastifyRequest } from 'fastify';
import type { Tier } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';

/**
 * The user of a request, read from the database each time, so that a new tier or an ended session takes effect
 * immediately.
 */
export interface RequestUser {
  readonly id: string;
  readonly email: string;
  readonly tier: Tier;
  /** Whether the user has proved ownership of the mailbox. Until then `email` is only a label. */
  readonly verified: boolean;
}

/** A user with a session, as opposed to a program with an API key. */
export interface SessionUser extends RequestUser {
  readonly sessionId: string;
  /** When the user last proved in this session that they own the account; null if never. */
  readonly provedAt: Instant | null;
}

/** Returns the user of a request. Throws `unauthorized` if there is none. */
export type RequireUser<User extends RequestUser = RequestUser> = (request: FastifyRequest) => Promise<User>;
