import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Tier } from '#contract/plans.ts';
import { currentUserQuery } from '#web/accounts/queries.ts';
import { watchlistQuery } from '../queries.ts';
import { pressStar } from './press-star.ts';

const { queryKey } = watchlistQuery();
const item = (index: number) => ({
  id: `id-${index}`,
  coinId: `coin-${index}`,
  symbol: `c${index}`,
  name: `Coin ${index}`,
  addedAt: new Date(index).toISOString(),
});
const items = (length: number) => Array.from({ length }, (_, index) => item(index));
const coin = { coinId: 'new', symbol: 'new', name: 'New' };

let client: QueryClient;
let calls: string[];
/** The list on the server. */
let stored: ReturnType<typeof items>;
/** All lists shown so far. */
let shown: string[][];
const onLimit = vi.fn();

beforeEach(() => {
  [calls, shown, stored] = [[], [], items(10)];
  onLimit.mockReset();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit = {}) => {
    calls.push(`${method} ${path}`);
    return method === 'GET' ? Response.json(stored) : Response.json(coin, { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function press(tier: Tier) {
  client.setQueryData(currentUserQuery().queryKey, { subscriptionTier: tier } as never);
  client.setQueryData(queryKey, items(10));
  client.getQueryCache().subscribe(() => {
    shown.push(client.getQueryData(queryKey)?.map(({ coinId }) => coinId) ?? []);
  });
  pressStar(coin, { client, isVisitor: false, navigate: () => {}, onLimit });
}

it('A star is never filled at the plan’s limit', async () => {
  press('free');
  await vi.waitFor(() => expect(onLimit).toHaveBeenCalledOnce());
  expect(calls).toEqual(['GET /api/watchlist']);
  expect(shown.flat()).not.toContain('new');
});

it('A star is filled if another tab has made room', async () => {
  stored = items(9);
  press('free');
  await vi.waitFor(() => expect(calls).toContain('POST /api/watchlist'));
  expect(onLimit).not.toHaveBeenCalled();
  expect(shown.flat()).toContain('new');
});

it('A star on a plan without a limit is filled without a check', async () => {
  press('pro');
  await vi.waitFor(() => expect(calls[0]).toBe('POST /api/watchlist'));
  expect(onLimit).not.toHaveBeenCalled();
});
