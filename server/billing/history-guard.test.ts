import type { FastifyRequest } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { createHistoryGuard } from './history-guard.ts';

const withToken = { headers: { authorization: 'Bearer token' } } as FastifyRequest;
const withoutToken = { headers: {} } as FastifyRequest;

const userOf = (tier: Tier) => async () => ({
  id: 'a',
  email: 'a@b.c',
  tier,
  verified: true,
  sessionId: 's',
});
const refused = (requiredTier: Tier) => ({ code: 'plan_required', status: 403, details: { requiredTier } });

describe('the guard of price history', () => {
  it('lets everyone see seven days, without looking up the user', async () => {
    const requireUser = vi.fn();
    await createHistoryGuard(requireUser)(withToken, 7);
    expect(requireUser).not.toHaveBeenCalled();
  });

  it.each<[Tier, number | 'max', Tier]>([
    ['free', 30, 'pro'],
    ['free', 'max', 'premium'],
    ['pro', 'max', 'premium'],
  ])('refuses %s users %s days, naming %s', async (tier, days, requiredTier) => {
    await expect(createHistoryGuard(userOf(tier))(withToken, days)).rejects.toMatchObject(
      refused(requiredTier),
    );
  });

  it('lets each plan see the history it includes', async () => {
    await createHistoryGuard(userOf('pro'))(withToken, 365);
    await createHistoryGuard(userOf('premium'))(withToken, 'max');
  });

  it('treats a request without a token as a guest', async () => {
    await expect(createHistoryGuard(vi.fn())(withoutToken, 30)).rejects.toMatchObject(refused('pro'));
  });

  it('treats an expired token as a guest, and hides no other error', async () => {
    const rejectExpired = async () => {
      throw new AppError('unauthorized', 'Sign in again.');
    };
    await expect(createHistoryGuard(rejectExpired)(withToken, 30)).rejects.toMatchObject(refused('pro'));
    const failToRead = async () => {
      throw new Error('the database is down');
    };
    await expect(createHistoryGuard(failToRead)(withToken, 30)).rejects.toThrow('the database is down');
  });
});
