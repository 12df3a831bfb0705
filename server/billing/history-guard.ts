import type { FastifyRequest } from 'fastify';
import { guest, type Tier } from '#contract/plans.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { isApiKey, readBearer } from '#server/platform/http/bearer.ts';
import type { RequireUser } from '#server/platform/http/request-user.ts';
import { refuseHistory } from './service.ts';

/**
 * Throws `plan_required` if the user's plan does not include that many days of history. Looks the user up only if it
 * matters. An expired token counts as no account; an invalid API key throws `unauthorized`.
 */
export function createHistoryGuard(requireUser: RequireUser) {
  return async (request: FastifyRequest, days: number | 'max'): Promise<void> => {
    if (days !== 'max' && days <= guest.historyDays) return;
    const refusal = refuseHistory(await findTier(request, requireUser), days);
    if (refusal) throw refusal;
  };
}

async function findTier(request: FastifyRequest, requireUser: RequireUser): Promise<Tier | null> {
  if (!request.headers.authorization) return null;
  try {
    return (await requireUser(request)).tier;
  } catch (error) {
    const isDeadToken = error instanceof AppError && error.code === 'unauthorized';
    if (isDeadToken && !isApiKey(readBearer(request))) return null;
    throw error;
  }
}
