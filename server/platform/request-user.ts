import type { FastifyRequest } from 'fastify';
import type { Tier } from '#contract/plans.ts';

/** Who a request comes from. */
export interface RequestUser {
  readonly id: string;
  readonly email: string;
  readonly tier: Tier;
  /** Whether the address is proved to be theirs. */
  readonly verified: boolean;
  readonly sessionId: string;
}

/** Gives the signed-in user; throws `AppError('unauthorized')` where there is none. */
export type RequireUser = (request: FastifyRequest) => Promise<RequestUser>;
