import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WatchlistItem } from '#contract/watchlist.ts';
import { getToast } from '#web/ui/overlay/toast.ts';
import { changeWatchlist, removeFromWatchlist } from './mutations.ts';
import { watchlistQuery } from './queries.ts';

const { queryKey } = watchlistQuery();
const item = (coinId: string): WatchlistItem => ({
  id: `id-${coinId}`,
  coinId,
  symbol: coinId.slice(0, 3),
  name: coinId,
  // In alphabetical order of the ids.
  addedAt: `2026-01-${10 + coinId.charCodeAt(0) - 97}T12:00:00.000Z`,
});

let client: QueryClient;
let calls: string[];
/** The request bodies. */
let bodies: unknown[];
/** Answers the pending call. */
let answer: (status: number, body?: unknown) => void;
const onLimit = vi.fn();

beforeEach(() => {
  calls = [];
  bodies = [];
  onLimit.mockReset();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(queryKey, [item('bitcoin'), item('ethereum')]);
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit) => {
    calls.push(`${method} ${path}`);
    if (body) bodies.push(JSON.parse(String(body)));
    return new Promise<Response>((resolve) => {
      answer = (status, body) =>
        resolve(new Response(status === 204 ? null : JSON.stringify(body ?? {}), { status }));
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const shown = () => client.getQueryData(queryKey)?.map(({ coinId }) => coinId);
const watch = (coinId: string) => changeWatchlist(client, { coin: item(coinId), isWatched: true }, onLimit);
const unwatch = (coinId: string) =>
  changeWatchlist(client, { coin: item(coinId), isWatched: false }, onLimit);
const until = (check: () => unknown) => vi.waitFor(check, { interval: 1 });
const idle = () => until(() => expect(client.isMutating()).toBe(0));

describe('a change of the watchlist', () => {
  it('is shown before the server has answered, and confirmed once it has', async () => {
    watch('solana');
    await until(() => expect(calls).toEqual(['POST /api/watchlist']));
    expect(shown()).toEqual(['bitcoin', 'ethereum', 'solana']);
    answer(201, item('solana'));
    await idle();
    expect(getToast()).toMatchObject({ title: 'Success', description: 'Added to watchlist' });
    expect(shown()).toEqual(['bitcoin', 'ethereum', 'solana']);
  });

  it('can be undone if it was a removal on the watchlist page', async () => {
    removeFromWatchlist(client, item('bitcoin'), onLimit);
    await until(() => expect(calls).toEqual(['DELETE /api/watchlist/bitcoin']));
    answer(204);
    await idle();
    const toast = getToast();
    expect(toast).toMatchObject({ title: 'Success', description: 'Removed from watchlist' });
    toast!.action!.onPress();
    await until(() => expect(calls).toContain('POST /api/watchlist'));
    // The server refuses unknown fields.
    expect(bodies).toEqual([
      { coinId: 'bitcoin', symbol: 'bit', name: 'bitcoin', addedAt: item('bitcoin').addedAt },
    ]);
    expect(shown()).toEqual(['bitcoin', 'ethereum']);
    answer(201, item('bitcoin'));
    await idle();
    expect(getToast()).toMatchObject({ description: 'Added to watchlist' });
    expect(getToast()?.action).toBeUndefined();
    unwatch('bitcoin');
    await until(() => expect(calls).toHaveLength(3));
    answer(204);
    await idle();
    expect(getToast()?.action).toBeUndefined();
  });

  it('is rolled back if the server refuses', async () => {
    unwatch('bitcoin');
    await until(() => expect(calls).toHaveLength(1));
    expect(shown()).toEqual(['ethereum']);
    answer(500);
    await idle();
    expect(shown()).toEqual(['bitcoin', 'ethereum']);
    expect(getToast()).toMatchObject({
      title: 'Error',
      description: 'Failed to remove from watchlist',
      variant: 'destructive',
    });
  });

  it('reports the limit of the plan, and shows no toast of its own', async () => {
    const before = getToast();
    watch('solana');
    await until(() => expect(calls).toHaveLength(1));
    answer(403, { code: 'limit_reached', message: "You've reached your watchlist limit." });
    await idle();
    expect(onLimit).toHaveBeenCalledOnce();
    expect(shown()).toEqual(['bitcoin', 'ethereum']);
    expect(getToast()).toBe(before);
  });

  it('is not treated as the limit if the server refuses for another reason', async () => {
    watch('solana');
    await until(() => expect(calls).toHaveLength(1));
    answer(403, { code: 'forbidden', message: 'No.' });
    await idle();
    expect(onLimit).not.toHaveBeenCalled();
    expect(getToast()).toMatchObject({ description: 'Failed to add to watchlist' });
  });

  it('says why a full account has no room', async () => {
    watch('solana');
    await until(() => expect(calls).toHaveLength(1));
    answer(409, { code: 'conflict', message: 'An account has room for 5,000 watched coins.' });
    await idle();
    expect(shown()).toEqual(['bitcoin', 'ethereum']);
    expect(getToast()).toMatchObject({ description: 'An account has room for 5,000 watched coins.' });
  });

  it('waits for the previous one, so that the last press wins', async () => {
    watch('solana');
    unwatch('solana');
    await until(() => expect(calls).toEqual(['POST /api/watchlist']));
    answer(201, item('solana'));
    await until(() => expect(calls).toEqual(['POST /api/watchlist', 'DELETE /api/watchlist/solana']));
    expect(shown()).toEqual(['bitcoin', 'ethereum']);
    answer(204);
    await idle();
    expect(shown()).toEqual(['bitcoin', 'ethereum']);
  });

  it('refreshes the list once no change is pending', async () => {
    const stop = new QueryObserver(client, watchlistQuery()).subscribe(() => {});
    watch('solana');
    unwatch('bitcoin');
    await until(() => expect(calls).toHaveLength(1));
    answer(201, item('solana'));
    await until(() => expect(calls).toEqual(['POST /api/watchlist', 'DELETE /api/watchlist/bitcoin']));
    answer(204);
    await until(() => expect(calls.slice(2)).toEqual(['GET /api/watchlist']));
    answer(200, [item('solana')]);
    await until(() => expect(shown()).toEqual(['solana']));
    stop();
  });

  it('succeeds if the coin was removed already', async () => {
    unwatch('bitcoin');
    await until(() => expect(calls).toHaveLength(1));
    answer(404, { code: 'not_found' });
    await idle();
    expect(shown()).toEqual(['ethereum']);
    expect(getToast()).toMatchObject({ description: 'Removed from watchlist' });
  });
});
