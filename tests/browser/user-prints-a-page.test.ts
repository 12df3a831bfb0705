import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { bitcoin, coins, dollars, rowsOf } from '../support/portfolio/ledger-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveStillMarket('print', { DEFAULT_TIER: 'premium' });
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);
const count = 60;

/** Signs up, with a purchase and a sale a day. */
async function enter(page: Page): Promise<void> {
  await signUp(page, server.url, `print.${++number}@example.com`);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const at = (index: number) => new Date(Date.UTC(2025, 0, 1 + index, 9)).toISOString();
  const transactions = Array.from({ length: count }, (_, index) => {
    const [coin, money] = [coins(bitcoin, '0.1'), dollars('4000')];
    const isSale = index % 2 === 1;
    return {
      occurredAt: at(index),
      ...(isSale ? { type: 'sell', in: money, out: coin } : { type: 'buy', in: coin, out: money }),
    };
  });
  await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, { transactions });
}

/** Returns the number of a list's rows while it is printed, and afterwards. */
const printedRows = (page: Page, selector: string) =>
  page.evaluate((rows) => {
    const count = () => document.querySelectorAll(rows).length;
    dispatchEvent(new Event('beforeprint'));
    const printed = count();
    dispatchEvent(new Event('afterprint'));
    return printed;
  }, selector);

test('all rows of a list are printed, not only those in view @once @long', async ({ page }) => {
  await enter(page);
  await open(page, '/portfolio?tab=transactions');
  await expect(rowsOf(page).first()).toContainText('BTC');
  const shown = await rowsOf(page).count();
  expect(shown).toBeLessThan(count);
  expect(await printedRows(page, 'tr[data-index]')).toBe(count);
  await expect(rowsOf(page)).toHaveCount(shown);
  await open(page, '/portfolio?tab=tax&country=US&year=2025');
  await expect(page.getByRole('table', { name: /^Disposals in/ })).toBeVisible();
  expect(await printedRows(page, 'table tbody tr[aria-rowindex]')).toBe(count / 2);
});

test('controls and navigation are not printed @once @long', async ({ page }) => {
  await enter(page);
  await page.setViewportSize({ width: 700, height: 900 });
  for (const path of [
    '/',
    '/coin/bitcoin',
    '/portfolio',
    '/portfolio?tab=tax',
    '/watchlist',
    '/account',
    '/alerts',
  ]) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const main = page.locator('body');
    await expect(main.getByRole('navigation')).toHaveCount(0);
    // A button can also be a row or a name, which are content and are printed.
    await expect(
      main.getByRole('button', {
        name: /^(Add|Export|Set alert|Create|Save|File|Sign|Verify|Delete|Portfolios|Retry)/,
      }),
      path,
    ).toHaveCount(0);
    await expect(
      main.getByText(/^Enter the code|^Drag an alert/).filter({ visible: true }),
      path,
    ).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('the price of an alert is printed next to its line @once @long', async ({ page }) => {
  await enter(page);
  const path = `${server.url}/api/cryptocurrencies?ids=bitcoin`;
  const [coin] = (await (await fetch(path)).json()) as { current_price: number }[];
  await callAs(page, 'POST', '/api/alerts', {
    ...bitcoin,
    condition: 'price_above',
    threshold: (coin!.current_price * 1.01).toFixed(0),
  });
  await open(page, '/coin/bitcoin');
  const handle = page.locator('[data-part="alert-handle"]');
  await expect(handle).toBeVisible();
  const price = page.locator('[data-part="mark"][data-kind="alert"] text').last();
  await expect(price).toHaveText(/^\$\d\d,\d{3}$/);
  await expect(price).toBeHidden();
  // This price belongs to the drawing, which is scaled to the paper. The handle is not.
  await page.emulateMedia({ media: 'print' });
  await expect(price).toBeVisible();
  await expect(handle).toBeHidden();
});

test('the choices of a tax report are printed, but do not look like controls @once @long', async ({
  page,
}) => {
  await enter(page);
  await open(page, '/portfolio?tab=tax&country=US&year=2025');
  const country = page.getByLabel('Country');
  await expect(country).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(country).toBeVisible();
  await expect(country).toHaveCSS('border-top-width', '0px');
  await expect(page.getByRole('button', { name: 'Save this report as PDF' })).toBeHidden();
});

test('a choice of a tax report is printed in full, however long @once @long', async ({ page }) => {
  await enter(page);
  await page.setViewportSize({ width: 480, height: 900 });
  await open(page, '/portfolio?tab=tax&country=US&year=2025');
  const basis = page.getByLabel('Lots before 2025');
  await expect(basis).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const [shown, needed] = await basis.evaluate((select) => {
    const text = document.createElement('span');
    text.style.font = getComputedStyle(select).font;
    text.append((select as HTMLSelectElement).selectedOptions[0]!.text);
    document.body.append(text);
    const { width } = text.getBoundingClientRect();
    text.remove();
    return [select.getBoundingClientRect().width, width];
  });
  expect(shown).toBeGreaterThanOrEqual(needed!);
});

test('a long tax report says on paper how many lines are left out @once @long', async ({ page }) => {
  await enter(page);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const sale = (index: number) => ({
    type: 'sell',
    occurredAt: new Date(Date.UTC(2024, 0, 2) + index * 3_600_000).toISOString(),
    in: dollars('5'),
    out: coins(bitcoin, '0.0001'),
  });
  const bought = {
    ...{ type: 'buy', occurredAt: '2023-01-01T09:00:00.000Z' },
    ...{ in: coins(bitcoin, '1'), out: dollars('20000') },
  };
  for (let first = 0; first < 1200; first += 400)
    await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, {
      transactions: [
        ...(first === 0 ? [bought] : []),
        ...Array.from({ length: 400 }, (_, i) => sale(first + i)),
      ],
    });
  await open(page, '/portfolio?tab=tax&country=US&year=2024');
  await expect(page.getByRole('table', { name: 'Disposals in 2024' })).toBeVisible();
  const note = page.getByText('The CSV and the PDF have all of them.');
  await expect(note).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(note).toBeVisible();
  await expect(note).toContainText('1,000 of 1,200 lines are printed, 200 are left out.');
});

test('the gains are printed with their method, and alerts below their heading @once @long', async ({
  page,
}) => {
  await enter(page);
  await open(page, '/portfolio?tab=gains');
  const method = page.getByRole('button', { name: 'First in, first out' });
  await expect(method).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(method).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await open(page, '/alerts');
  const parts = page.getByRole('region', { name: 'Notifications' }).locator('xpath=../..');
  await page.emulateMedia({ media: 'print' });
  // A grid that fits on one page would start on a new page.
  await expect(parts).toHaveCSS('display', 'block');
});
