import { describe, expect, it } from 'vitest';
import { collectQueries, restoreQueries } from './page-state.ts';
import { createQueryClient } from './query-client.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);

async function renderOnServer() {
  const server = createQueryClient();
  await server.prefetchQuery({ queryKey: ['global'], queryFn: async () => ({ total: 1 }) });
  await server.prefetchQuery({
    queryKey: ['cryptocurrencies', 'bitcoin'],
    queryFn: async () => {
      throw new Error('503: busy');
    },
  });
  return {
    at,
    mail: 'support@localhost',
    inbox: false,
    ads: false,
    ...collectQueries(server),
  };
}

describe('the state of a page', () => {
  it('gives the browser what the server found, with the age of the data and what failed', async () => {
    const browser = createQueryClient();
    restoreQueries(browser, JSON.parse(JSON.stringify(await renderOnServer())));
    expect(browser.getQueryState(['global'])).toMatchObject({
      status: 'success',
      data: { total: 1 },
      dataUpdatedAt: at,
    });
    const failed = browser.getQueryState(['cryptocurrencies', 'bitcoin']);
    expect(failed).toMatchObject({ status: 'error', data: undefined, fetchStatus: 'idle' });
    expect(failed?.error?.message).toBe('503: busy');
  });

  it('is the same bytes for the same data, whenever it was rendered', async () => {
    expect(JSON.stringify(await renderOnServer())).toBe(JSON.stringify(await renderOnServer()));
  });
});
