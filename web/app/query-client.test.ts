import { describe, expect, it } from 'vitest';
import { createQueryClient, forgetUserData } from './query-client.ts';

describe('forgetUserData', () => {
  it('leaves the market, and nothing that was fetched or is being fetched for a user', async () => {
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
