import { describe, expect, it } from 'vitest';
import { ApiError, readApiError } from '#web/lib/errors.ts';
import { siteTexts } from '../../tests/support/site-texts.ts';
import { collectQueries, restoreQueries } from './page-state.ts';
import { createQueryClient } from './query-client.ts';

/** A page without a table. */
const noPage = {} as ParentNode;
const at = Date.UTC(2026, 0, 2, 3, 4, 5);

const shownGlobal = {
  active_cryptocurrencies: 284,
  total_market_cap: { usd: 3.5e12 },
  total_volume: { usd: 4.5e11 },
  market_cap_percentage: { btc: 57 },
  market_cap_change_percentage_24h_usd: -2.77,
};

async function renderOnServer() {
  const server = createQueryClient();
  await server.prefetchQuery({ queryKey: ['trending'], queryFn: async () => ({ total: 1 }) });
  await server.prefetchQuery({
    queryKey: ['global'],
    queryFn: async () => ({ ...shownGlobal, market_cap_percentage: { btc: 57, eth: 12 }, markets: 3 }),
  });
  await server.prefetchQuery({
    queryKey: ['cryptocurrencies', 'bitcoin'],
    queryFn: async () => {
      throw readApiError(503, '', '{"code":"market_unavailable","message":"Busy"}');
    },
  });
  return {
    at,
    site: siteTexts,
    mail: 'support@localhost',
    inbox: false,
    ads: false,
    ...collectQueries(server, ''),
  };
}

describe('the state of a page', () => {
  it('gives the browser the data with its age, and failures with their code', async () => {
    const browser = createQueryClient();
    restoreQueries(browser, JSON.parse(JSON.stringify(await renderOnServer())), noPage);
    expect(browser.getQueryState(['trending'])).toMatchObject({
      status: 'success',
      data: { total: 1 },
      dataUpdatedAt: at,
    });
    const failed = browser.getQueryState(['cryptocurrencies', 'bitcoin']);
    expect(failed).toMatchObject({ status: 'error', data: undefined, fetchStatus: 'idle' });
    expect(failed?.error).toBeInstanceOf(ApiError);
    expect(failed?.error).toMatchObject({
      message: '503: {"code":"market_unavailable","message":"Busy"}',
      status: 503,
      code: 'market_unavailable',
      reason: 'Busy',
    });
  });

  it('contains only the market figures that are shown', async () => {
    const { data } = await renderOnServer();
    expect(data).toContainEqual([['global'], shownGlobal]);
  });

  it('is byte-identical for the same data, whenever it is rendered', async () => {
    expect(JSON.stringify(await renderOnServer())).toBe(JSON.stringify(await renderOnServer()));
  });
});
