import type { AccountClient } from './account-client.ts';

/** The account that a client is signed in to, or the refusal. */
export const me = async (client: AccountClient) => (await client.call('GET', '/api/auth/me')).body;

export const watch = (client: AccountClient, coinId: string) =>
  client.call('POST', '/api/watchlist', { coinId, symbol: 'x', name: 'x' });

/** The ids of the coins that a client's account watches. */
export const watched = async (client: AccountClient) => {
  const { body } = await client.call('GET', '/api/watchlist');
  return (body as unknown as { coinId: string }[]).map(({ coinId }) => coinId);
};
