import { expect, type Page, test } from '@playwright/test';
import {
  type SimulatorServer,
  startSimulatorServer,
} from '../../server/market/simulator/server/simulator-server.ts';
import { pressRetry } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { openPage } from '../support/watch-page.ts';

let simulator: SimulatorServer;
let server: ChildServer;

test.beforeAll(async () => {
  simulator = await startSimulatorServer({});
  server = await startAppServer({
    MARKET_PROVIDER: 'coingecko',
    COINGECKO_BASE_URL: simulator.url,
    COINGECKO_CALLS_PER_MINUTE: '10000',
    MARKET_REFRESH_SECONDS: '1',
    LOG_LEVEL: 'silent',
  });
  await waitForState('live');
});
test.afterAll(async () => {
  await server?.stop();
  await simulator?.close();
});
test.afterEach(() => simulator.clearFaults());

async function waitForState(state: string): Promise<void> {
  const readState = async () => {
    const response = await fetch(`${server.url}/api/status`);
    return ((await response.json()) as { market: { state: string } }).market.state;
  };
  await expect.poll(readState, { timeout: 40_000 }).toBe(state);
}

const open = (page: Page, path: string) => openPage(page, server.url + path);
const shell = (page: Page) => page.locator('[data-market]');

test('fresh data shows its time, without a banner, and names its provider', async ({ page }) => {
  await waitForState('live');
  await open(page, '/');
  await expect(page.getByText(/^Live as of \d\d:\d\d:\d\d$/).filter({ visible: true })).toBeVisible();
  await expect(page.getByText('Demo market')).toHaveCount(0);
  await expect(page.getByText(/Prices are stale/)).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('Data provided by CoinGecko');
});

test('stale data is reported on every page, with its age, until the provider is back and Retry is pressed @once @long', async ({
  page,
}) => {
  test.setTimeout(120_000);
  simulator.setFault('500', { rate: 1, retryAfter: null });
  await waitForState('stale');
  for (const path of ['/news', '/nowhere', '/']) {
    await open(page, path);
    const banner = page.getByRole('status').filter({ hasText: 'Prices have been stale since' });
    await expect(banner).toContainText(/stale since \d\d:\d\d:\d\d \(.*(?:just now|ago)\)/);
    await expect(page.getByText(/^Stale since \d\d:\d\d:\d\d$/).first()).toBeVisible();
    await expect(shell(page)).toHaveAttribute('data-market', 'stale');
  }
  await expect(page.getByRole('row', { name: /Bitcoin/ }).first()).toBeVisible();
  simulator.clearFaults();
  await waitForState('live');
  // A chart that could not be loaded also has a button with that name.
  await page.getByRole('region', { name: 'Age of the data' }).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/Prices are stale/)).toHaveCount(0);
  await expect(shell(page)).toHaveAttribute('data-market', 'live');
});

test('a page whose server stops responding says so by itself @once', async ({ page }) => {
  await waitForState('live');
  await page.clock.install();
  await open(page, '/news');
  await expect(page.getByText(/^Live as of/).filter({ visible: true })).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await page.clock.fastForward('05:00');
  const banner = page.getByRole('status').filter({ hasText: 'Prices have been stale since' });
  await expect(banner).toContainText('This page cannot reach its server; it keeps trying.');
  await pressRetry(page, '**/api/**');
  await expect(banner).toHaveCount(0);
});
