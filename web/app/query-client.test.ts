import { onlineManager } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { createQueryClient, forgetUserData, retryFailedQueries } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

const queryFn = () => Promise.reject(new TypeError('Failed to fetch'));
const options = { queryKey: ['cryptocurrencies', 'bitcoin'], queryFn };

it('A query without a connection fails instead of waiting for one', async () => {
  onlineManager.setOnline(false);
  const queryClient = createQueryClient();
  await expect(queryClient.fetchQuery(options)).rejects.toThrow('Failed to fetch');
  retryFailedQueries(queryClient);
  await expect(queryClient.fetchQuery(options)).rejects.toThrow('Failed to fetch');
  expect(queryClient.getQueryState(options.queryKey)?.status).toBe('error');
});

describe('forgetUserData', () => {
  it('keeps the market, but nothing that was fetched or is being fetched for a user', async () => {
    const queryClient = createQueryClient();
    const shared = [['cryptocurrencies'], ['cryptocurrencies', 'bitcoin'], ['global'], ['status'], ['plans']];
    const own = [['auth', 'me'], ['auth', 'sessions'], ['watchlist'], ['portfolio', 'p1'], ['not known yet']];
    for (const key of [...shared, ...own]) queryClient.setQueryData(key, 'data');
    let answer = (_: string) => {};
    const late = queryClient.fetchQuery({
      queryKey: ['alerts'],
      queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
    });
    forgetUserData(queryClient);
    answer('late');
    await late.catch(() => {});
    const kept = queryClient.getQueryCache().getAll();
    expect(kept.map(({ queryKey }) => queryKey)).toEqual(shared);
  });
});
