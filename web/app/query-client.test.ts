import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient, retryFailedQueries } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

const queryFn = () => Promise.reject(new TypeError('Failed to fetch'));
const options = { queryKey: ['cryptocurrencies', 'bitcoin'], queryFn };

it('lets a query fail without a connection, instead of loading until there is one', async () => {
  onlineManager.setOnline(false);
  const queryClient = createQueryClient();
  await expect(queryClient.fetchQuery(options)).rejects.toThrow('Failed to fetch');
  retryFailedQueries(queryClient);
  await expect(queryClient.fetchQuery(options)).rejects.toThrow('Failed to fetch');
  expect(queryClient.getQueryState(options.queryKey)?.status).toBe('error');
});
