import type { FastifyRequest } from 'fastify';
import type { Tier } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';
import { isForeignKeyViolation } from '../database/unique-violation.ts';
import { AppError } from './app-error.ts';

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

/**
 * Runs a write that refers to nothing but its user. Throws `unauthorized` if the account has been deleted since the request
 * was admitted: a body may take many seconds to arrive.
 */
export async function writeForUser<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new AppError('unauthorized', 'This account no longer exists.');
  }
}
