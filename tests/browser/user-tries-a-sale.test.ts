import { expect, test } from '@playwright/test';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { callAs, expectAccessible, pressRetry } from '../support/accounts/user-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveStillMarket('sale');

test('a hypothetical sale that fails says so, and can be retried @once', async ({ page }) => {
  const email = 'sale@example.com';
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
  await callAs(page, 'POST', '/api/portfolio', { ...bitcoin, amount: '2', purchasePrice: '10000' });
  const sale = page.getByRole('region', { name: 'What if I sell?' });

  const holdings = /\/holdings(\?|$)/;
  await page.route(holdings, (route) => route.abort());
  await openPage(page, `${server.url}/portfolio?tab=methods`);
  await expect(sale.getByRole('alert')).toContainText('Your holdings could not be loaded');
  await page.route('**/preview?*', (route) => route.abort());
  await pressRetry(page, holdings);
  await expect(sale.getByRole('alert')).toContainText('This sale could not be calculated');
  await expectAccessible(page, 'main');
  await page.unroute('**/preview?*');
  await sale.getByRole('button', { name: 'Retry' }).click();
  await expect(sale.getByRole('table')).toContainText('First in, first out');
});
