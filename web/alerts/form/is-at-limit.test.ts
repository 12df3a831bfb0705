import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { currentUserQuery } from '#web/accounts/queries.ts';
import { plansQuery } from '#web/billing/queries.ts';
import { isAtLimit } from './is-at-limit.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (statuses: readonly string[]) =>
  vi.stubGlobal('fetch', async () =>
    Response.json(statuses.map((status, id) => ({ id: String(id), status }))),
  );
/** A client with a user whose plan has that limit. */
function client(limit: number | null): QueryClient {
  const known = new QueryClient();
  const plan = { tier: 'free', limits: { alerts: limit } };
  known.setQueryData<unknown>(currentUserQuery().queryKey, { subscriptionTier: 'free' });
  known.setQueryData<unknown>(plansQuery().queryKey, { plans: [plan] });
  return known;
}

it.each([
  [['active', 'paused', 'active'], 3, true],
  [['active', 'paused', 'triggered'], 3, false],
  [['active', 'active', 'active', 'active'], 3, true],
  [[], 3, false],
] as const)('Whether alerts that are %j reach a limit of %i: %s', async (statuses, limit, isReached) => {
  answer(statuses);
  expect(await isAtLimit(client(limit))).toBe(isReached);
});

it('No request is made if there is no limit', async () => {
  const fetch = vi.fn();
  vi.stubGlobal('fetch', fetch);
  expect(await isAtLimit(client(null))).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
});

it('The check is left to the server if the alerts cannot be loaded', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
  expect(await isAtLimit(client(3))).toBe(false);
});

it('The form does not wait for an answer that never comes', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const isReached = isAtLimit(client(3));
  await vi.advanceTimersByTimeAsync(8000);
  expect(await isReached).toBe(false);
  vi.useRealTimers();
});
