import { expect, type Page, test } from '@playwright/test';
import type { PortfolioPerformance } from '../../contract/portfolio.ts';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

const server = serveStillMarket('hidden');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const amounts = ['7.31415926', '1234.56789'];
const dots = '••••';

/** A user with two holdings, one without a cost. */
async function startWithHoldings(page: Page): Promise<string> {
  const email = `mara.${++number}@example.com`;
  await signUp(page, server.url, email);
  const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', purchasePrice: '39870.21' };
  const solana = { coinId: 'solana', symbol: 'sol', name: 'Solana', purchasePrice: null };
  await callAs(page, 'POST', '/api/portfolio', { ...bitcoin, amount: amounts[0] });
  await callAs(page, 'POST', '/api/portfolio', { ...solana, amount: amounts[1] });
  return email;
}

/** The digits of the user's amounts, values and gains, with whole dollars as pages and the API write them. */
async function listSecrets(page: Page): Promise<string[]> {
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const performance = await callAs<PortfolioPerformance>(
    page,
    'GET',
    `/api/portfolios/${portfolio!.id}/performance`,
  );
  const { value, invested, pnl, change24h, valueWithoutCost } = performance.totals;
  const money = [
    value,
    invested,
    pnl,
    change24h,
    valueWithoutCost,
    ...performance.holdings.flatMap((row) => [row.value, row.pnl]),
  ];
  const whole = money.flatMap((text) => {
    const digits = /^-?(\d+)/.exec(text ?? '')?.[1] ?? '';
    // Shorter ones appear on any page by chance.
    return digits.length < 5 ? [] : [digits, Number(digits).toLocaleString('en-US')];
  });
  return [...new Set([...whole, '7.314', '1,234.5', '1234.5'])];
}

/** The page's whole document: texts, attributes and field values. */
const readDocument = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
    return `${document.title} ${document.documentElement.outerHTML} ${fields.map(({ value }) => value)}`;
  });

async function listSeen(page: Page, secrets: readonly string[]): Promise<string[]> {
  const text = await readDocument(page);
  // Whole dollars only count as whole numbers: a chart's path or a volume may contain their digits by chance.
  const isSeen = (secret: string) =>
    new RegExp(`(?<![\\d.])${secret.replaceAll('.', '\\.')}${secret.includes('.') ? '' : '(?!\\d)'}`).test(
      text,
    );
  return secrets.filter(isSeen);
}

test('no page contains an amount while amounts are hidden', async ({ page }) => {
  const watched = watchPage(page);
  await startWithHoldings(page);
  await open(page, '/portfolio');
  await expect(page.getByText('1 holding has no recorded cost')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today by coin' })).toBeVisible();
  const secrets = await listSecrets(page);
  // The cards load one after another.
  await expect.poll(async () => (await listSeen(page, secrets)).length).toBeGreaterThan(5);

  await page.locator('main').press('h');
  await expect(page.locator('[data-part="figure"]').first()).toContainText(dots);
  await expect(page.locator('[data-list="holdings"] [data-coin]').first()).toContainText('%');
  await expectAccessible(page);
  expect(await listSeen(page, secrets)).toEqual([]);
  const pages = [
    '/portfolio',
    '/portfolio?tab=transactions',
    '/portfolio?tab=gains',
    '/portfolio?tab=analytics',
    // On a phone the card with the amounts has its own tab.
    '/?pane=portfolio',
    '/coin/bitcoin',
    '/watchlist',
    '/alerts',
    '/account',
    '/pricing',
    '/news',
  ];
  for (const path of pages) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (path === '/portfolio' || path === '/portfolio?tab=transactions' || path === '/?pane=portfolio')
      await expect(page.getByText(dots).filter({ visible: true }).first()).toBeVisible();
    expect(await listSeen(page, secrets), path).toEqual([]);
  }
  watched.expectNoProblems();
});

/** Uploads a purchase of 0.4142 BTC in a table, and returns the import. */
function uploadPurchase(page: Page, portfolioId: string) {
  return page.evaluate(async (id) => {
    const form = new FormData();
    form.set('format', 'generic');
    const mapping = { date: 'When', inAmount: 'Got', inCoin: 'Coin', outAmount: 'Paid', outCoin: 'Money' };
    form.set('mapping', JSON.stringify(mapping));
    const table = 'When,Got,Coin,Paid,Money\n2024-01-02 10:00:00,0.4142,BTC,20123,USD\n';
    form.set('file', new File([table], 'trades.csv', { type: 'text/csv' }));
    const headers = { Authorization: `Bearer ${localStorage.getItem('authToken')}` };
    const answer = await fetch(`/api/portfolios/${id}/imports`, { method: 'POST', headers, body: form });
    return (await answer.json()) as { id: string };
  }, portfolioId);
}

test('the questions of an import, and the one before it is undone, contain no amount while amounts are hidden @long', async ({
  page,
}) => {
  const secrets = ['7.314', '0.4142', '20123', '20,123'];
  await startWithHoldings(page);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const { id } = await uploadPurchase(page, portfolio!.id);
  await open(page, `/portfolio?tab=imports&import=${id}`);
  const question = page.getByRole('group').filter({ hasText: 'You entered a position of' });
  await expect(question).toContainText('7.31415926 BTC');
  await page.locator('main').press('h');
  await expect(question).toContainText(`${dots} BTC`);
  expect(await listSeen(page, secrets)).toEqual([]);

  const { questions } = await callAs<{ questions: { key: string }[] }>(page, 'GET', `/api/imports/${id}`);
  const answers = Object.fromEntries(questions.map(({ key }) => [key, 'keep']));
  await callAs(page, 'POST', `/api/imports/${id}/answers`, { answers });
  await callAs(page, 'POST', `/api/imports/${id}/apply`);
  const { transactions } = await callAs<{ transactions: { id: string; in: { amount: string } }[] }>(
    page,
    'GET',
    `/api/portfolios/${portfolio!.id}/transactions`,
  );
  const added = transactions.find((each) => each.in.amount === '0.4142');
  await callAs(page, 'PUT', `/api/transactions/${added!.id}`, { ...added, note: 'by hand' });
  await open(page, `/portfolio?tab=imports&import=${id}`);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByRole('dialog')).toContainText('You have edited one of its transactions');
  expect(await listSeen(page, secrets)).toEqual([]);
});

test('a file that is read, and its lines that are not understood, show no amount while amounts are hidden @once @long', async ({
  page,
}) => {
  const secrets = ['0.4142', '20123', '2.7182', '5123'];
  await startWithHoldings(page);
  await open(page, '/portfolio?tab=imports');
  await page.locator('main').press('h');
  const table = 'When,Got,Coin,Paid,Money\n2024-01-02,0.4142,BTC,20123,USD\nsome day,2.7182,ETH,5123,USD\n';
  const file = { name: 'trades.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('table', { name: 'The first rows' })).toContainText(`BTC${dots}USD`);
  expect(await listSeen(page, secrets)).toEqual([]);
  for (const [label, column] of [
    ['Date and time (required)', 'When'],
    ['Amount received', 'Got'],
    ['Coin received', 'Coin'],
    ['Amount given', 'Paid'],
    ['Coin given', 'Money'],
  ] as const)
    await page.getByLabel(label, { exact: true }).selectOption(column);
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.locator('code')).toHaveText(`some day,${dots},ETH,${dots},USD`);
  expect(await listSeen(page, secrets)).toEqual([]);
});

test('what is missing from a holding has no amount while amounts are hidden @long', async ({ page }) => {
  await startWithHoldings(page);
  const missing = {
    kind: 'missing_before',
    message:
      'A file shows more than the ledger has: at least 0.4142 BTC acquired before 4 Mar 2021 are missing.',
    transactionId: null,
  };
  await page.route(/\/api\/portfolios\/[^/]+\/holdings/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { holdings: { coinId: string }[] };
    const holdings = body.holdings.map((each) =>
      each.coinId === 'bitcoin' ? { ...each, problems: [missing] } : each,
    );
    await route.fulfill({ response, json: { ...body, holdings } });
  });
  await open(page, '/portfolio');
  const bitcoin = page.locator('[data-list="holdings"] [data-coin=bitcoin]');
  await expect(bitcoin).toContainText('0.4142 missing');
  await bitcoin.click();
  await expect(page.getByText('at least 0.4142 BTC')).toHaveCount(2);
  await page.locator('main').press('h');
  await expect(page.getByText(`at least ${dots} BTC`)).toHaveCount(2);
  await expect(bitcoin).toContainText(`${dots} missing`);
  expect(await listSeen(page, ['0.4142'])).toEqual([]);
});

test('a hypothetical sale shows no part of the holding while amounts are hidden @once @long', async ({
  page,
}) => {
  const email = await startWithHoldings(page);
  await signIn(page, server.url, email);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await open(page, '/portfolio?tab=methods');
  const amount = page.getByLabel('Amount', { exact: true });
  await expect(amount).toHaveValue('0.731415926');

  await page.locator('main').press('h');
  await expect(amount).toHaveValue('');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(amount).toHaveAttribute('placeholder', dots);
  await expect(page.getByRole('region', { name: 'What if I sell?' })).toContainText('First in, first out');
  expect(await readDocument(page)).not.toMatch(/7\.?314/);
  await amount.fill('2');
  await expect(amount).toHaveValue('2');

  await page.locator('main').press('h');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(amount).toHaveValue('7.31415926');
});

test('the value is drawn in percent while amounts are hidden @long', async ({ page }) => {
  const email = await startWithHoldings(page);
  await signIn(page, server.url, email);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await open(page, '/portfolio');
  const value = page.getByRole('region', { name: 'Value', exact: true });
  const last = value.locator('[data-part="last-price"]');
  await expect(last).toContainText('$');
  const countPaths = () => value.locator('svg[role="img"] path').evaluateAll((paths) => paths.length);
  const drawn = await countPaths();

  await page.locator('main').press('h');
  await expect(last).toHaveText(/^[+-]?[\d.]+%$/);
  expect(await countPaths()).toBe(drawn);
  const secrets = await listSecrets(page);
  for (const range of ['30D', '7D']) {
    await value.getByRole('button', { name: range }).click();
    await expect(value).toHaveAttribute('aria-busy', 'false');
    await expect(value.locator('[data-part="price-axis"]').first()).toHaveText(/^[+-]?[\d.]+%$/);
    const cursor = value.getByRole('slider');
    await cursor.press('Home');
    await expect(cursor).toHaveAttribute('aria-valuetext', /: 0\.00%, put in [+-]?[\d.]+%, in bitcoin /);
    await expect(value.locator('[data-part="tooltip"]')).toContainText('0.00%');
    await cursor.press('End');
    await expect(value).not.toContainText('$');
    await expect(value.getByRole('img')).toHaveAccessibleName(/from 0\.00% to [+-]?[\d.]+%$/);
    expect(await listSeen(page, secrets)).toEqual([]);
  }
  await expectAccessible(page);
  await page.locator('main').press('h');
  await expect(last).toContainText('$');
});

test('a hidden amount stays hidden in dialogs and toasts, and is kept by an edit @long', async ({ page }) => {
  await startWithHoldings(page);
  await open(page, '/portfolio');
  await expect(page.locator('[data-list="holdings"] [data-coin]')).toHaveCount(2);
  const secrets = await listSecrets(page);
  await page.locator('main').press('h');
  await page.locator('[data-coin="bitcoin"]').getByRole('button', { expanded: false }).click();
  await page.getByRole('button', { name: 'Edit Bitcoin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Bitcoin' });
  await expect(dialog.getByLabel('Amount')).toHaveValue('');
  expect(await listSeen(page, secrets)).toEqual([]);
  await dialog.getByLabel('Purchase price').fill('40000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('[data-toast]')).toContainText('Portfolio item updated successfully');
  expect(await listSeen(page, secrets)).toEqual([]);
  const holdings = await callAs<{ coinId: string; amount: string; purchasePrice: string }[]>(
    page,
    'GET',
    '/api/portfolio',
  );
  expect(holdings.find(({ coinId }) => coinId === 'bitcoin')).toMatchObject({
    amount: amounts[0],
    purchasePrice: '40000',
  });
});

test('the eye hides and shows amounts, in every tab, and the choice is remembered', async ({
  page,
  context,
}) => {
  await startWithHoldings(page);
  await open(page, '/portfolio');
  const eye = async (shown: Page) => {
    if (isPhone(shown)) await shown.getByRole('button', { name: 'Open menu' }).click();
    return shown.getByRole('button', { name: 'Hide amounts' });
  };
  const total = (shown: Page) => shown.locator('[data-part="figure"]').first();
  await expect(total(page)).toContainText('$');
  const other = await context.newPage();
  await open(other, '/portfolio');
  await expect(total(other)).toContainText('$');
  const toggle = await eye(page);
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(total(other)).toContainText(dots);
  await other.reload();
  await expect(total(other)).toContainText(dots);
  await toggle.click();
  await expect(total(other)).toContainText('$');
});

test('a visitor without amounts is not affected by the key @once @long', async ({ page }) => {
  await open(page, '/');
  await page.locator('main').press('h');
  expect(await page.evaluate(() => localStorage.getItem('altimeter:hidden-amounts'))).toBeNull();
});
