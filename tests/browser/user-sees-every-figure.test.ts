import { expect, type Page, test } from '@playwright/test';
import { signIn, signUp } from '../support/accounts/local-inbox.ts';
import { runAdmin } from '../support/accounts/run-admin.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { boxOf, openPage } from '../support/watch-page.ts';

const server = serveStillMarket('figures');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);
const coin = (coinId: string, symbol: string, name: string, amount: string) => ({
  ...{ coinId, symbol, name },
  amount,
});
const bitcoin = (amount: string) => coin('bitcoin', 'btc', 'Bitcoin', amount);
const dollars = (amount: string) => ({ currency: 'USD', amount });

/** Signs up with the Pro plan and five coins, of which some bitcoin was sold. */
async function startWithCoins(page: Page): Promise<void> {
  const email = `wide.${++number}@example.com`;
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const bought = [
    bitcoin('2'),
    coin('ethereum', 'eth', 'Ethereum', '12'),
    coin('solana', 'sol', 'Solana', '340'),
    coin('cardano', 'ada', 'Cardano', '9000'),
    coin('dogecoin', 'doge', 'Dogecoin', '12000'),
  ].map((leg) => ({ type: 'buy', occurredAt: '2024-03-01T12:00:00Z', in: leg, out: dollars('6000') }));
  const sold = [
    { type: 'sell', occurredAt: '2025-03-01T12:00:00Z', in: dollars('30000'), out: bitcoin('0.5') },
    { type: 'sell', occurredAt: '2026-03-01T12:00:00Z', in: dollars('2000'), out: bitcoin('0.1') },
    // Without money, so its value is in the currency of the page.
    { type: 'spend', occurredAt: '2026-04-01T12:00:00Z', out: bitcoin('0.12345678') },
  ];
  await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, {
    transactions: [...bought, ...sold],
  });
}

/** Amounts in bitcoin that are cut off by a box around them, leave the screen, or run into each other. */
const listFaultyFigures = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    const figures: { text: string; box: DOMRect }[] = [];
    const faults: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? '';
      const parent = walker.currentNode.parentElement!;
      const isDrawn = parent.closest('svg, [class*="visuallyHidden"], .visuallyHidden') === null;
      if (!/BTC\s[\d.]{6}/.test(text) || !isDrawn || !parent.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const box = range.getBoundingClientRect();
      if (box.width < 2) continue;
      figures.push({ text, box });
      const boxes = [document.documentElement.getBoundingClientRect()];
      for (let around: Element | null = parent; around; around = around.parentElement)
        if (getComputedStyle(around).overflowX !== 'visible') boxes.push(around.getBoundingClientRect());
      if (boxes.some(({ left, right }) => box.left < left - 1 || box.right > right + 1))
        faults.push(`${text} is cut off`);
    }
    for (const [index, one] of figures.entries())
      for (const other of figures.slice(index + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // Figures side by side need a space between them.
        if (across > -3 && down > 6) faults.push(`${one.text} runs into ${other.text}`);
      }
    return { count: figures.length, faults };
  });

test('figures in bitcoin, the longest of all, are neither cut off nor run into each other @both', async ({
  page,
}) => {
  await startWithCoins(page);
  await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: 'btc' });
  for (const [path, count] of [
    ['/', 10],
    ['/portfolio', 10],
    ['/portfolio?tab=transactions', (page.viewportSize()?.width ?? 0) < 768 ? 3 : 4],
    ['/portfolio?tab=gains', 4],
    ['/portfolio?tab=methods', 10],
  ] as const) {
    await open(page, path);
    await expect.poll(async () => (await listFaultyFigures(page)).count, path).toBeGreaterThanOrEqual(count);
    await expect.poll(async () => (await listFaultyFigures(page)).faults, path).toEqual([]);
  }

  await callAs(page, 'POST', '/api/watchlist', { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' });
  const widths = (page.viewportSize()?.width ?? 0) < 768 ? [360] : [1280, 1120, 768];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/watchlist');
    const card = page.getByRole('article', { name: 'Bitcoin' });
    await expect(card).toContainText(/BTC\s[\d.]+K/);
    const heights = await card
      .locator('dt, dd')
      .evaluateAll((texts) => texts.map(({ clientHeight }) => clientHeight));
    // One line each.
    expect(Math.max(...heights), `${width} px`).toBeLessThan(30);
  }
});

test('a user’s portfolio is fetched while the user is still unknown @once', async ({ page }) => {
  await startWithCoins(page);
  // The market, which the user has just come to, fetches it too.
  await open(page, '/about');
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/me', async (route) => {
    await isHeld;
    await route.continue();
  });
  const fetched = page.waitForResponse(/\/performance$/);
  await page.goto(server.url);
  expect((await fetched).status()).toBe(200);
  const card = page.getByRole('region', { name: 'Portfolio' });
  await expect(card).not.toContainText('$');
  answer();
  await expect(card).toContainText('Bitcoin');
  await expect(card).toContainText('$');
});

test('tabs and cards stay in place while their figures arrive', async ({ page }) => {
  await startWithCoins(page);
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const held = new Set<string | undefined>();
  const calls = /\/(methods|performance|transactions)(?=\?|$)/;
  await page.route(calls, async (route) => {
    held.add(calls.exec(route.request().url())?.[1]);
    await isHeld;
    await route.continue();
  });
  await open(page, '/portfolio?tab=methods');
  const tab = page.getByRole('navigation', { name: 'Portfolio' }).getByRole('link', { name: 'Gains' });
  const title = page.getByRole('heading', { name: 'Methods side by side' });
  const card = page.locator('main section, main div').filter({ has: title }).last();
  await expect(title).toBeVisible();
  await expect.poll(() => [...held].sort()).toEqual(['methods', 'performance', 'transactions']);
  const [tabBefore, titleBefore] = [await boxOf(tab), await boxOf(title)];
  const skeleton = await card.evaluate((head) => head.parentElement!.getBoundingClientRect().height);

  answer();
  await expect(page.getByRole('button', { name: 'Use Average cost' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Transactions' })).toContainText('8');
  expect(await boxOf(tab)).toEqual(tabBefore);
  expect(await boxOf(title)).toEqual(titleBefore);
  const methods = await boxOf(page.getByRole('region', { name: 'Methods side by side' }));
  expect(Math.abs(methods.height - skeleton)).toBeLessThanOrEqual(8);
});

test('tabs stay in place when large counts and the missing data arrive @once', async ({ page }) => {
  await startWithCoins(page);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const add = (transactions: unknown) =>
    callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, { transactions });
  const sold = coin('litecoin', 'ltc', 'Litecoin', '3');
  await add([{ type: 'sell', occurredAt: '2025-03-01T12:00:00Z', in: dollars('300'), out: sold }]);
  const at = (minute: number) => new Date(Date.UTC(2024, 3, 1, 0, minute)).toISOString();
  await add(
    Array.from({ length: 1000 }, (_, minute) => ({
      ...{ type: 'buy', occurredAt: at(minute) },
      ...{ in: bitcoin('0.001'), out: dollars('60') },
    })),
  );
  let answer = () => {};
  const isHeld = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/(holdings|transactions)(?=\?|$)/, async (route) => {
    await isHeld;
    await route.continue();
  });
  await open(page, '/portfolio');
  const tabs = page.getByRole('navigation', { name: 'Portfolio' });
  const last = tabs.getByRole('link', { name: 'Imports' });
  await expect(tabs.getByRole('link', { name: 'Holdings 6' })).toBeVisible();
  const before = await boxOf(last);
  answer();
  await expect(tabs.getByRole('link', { name: 'Transactions 1K' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What is missing' })).toBeVisible();
  expect(await boxOf(last)).toEqual(before);
});

test('an amount of a hundred million coins fits the table of holdings @once', async ({ page }) => {
  await startWithCoins(page);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const bought = coin('shiba-inu', 'shib', 'Shiba Inu', '123456789.12345678');
  await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, {
    transactions: [{ type: 'buy', occurredAt: '2024-09-18T12:00:00Z', in: bought, out: dollars('2500') }],
  });
  await open(page, '/portfolio');
  const table = page.getByRole('table', { name: 'Holdings' });
  const row = table.getByRole('row').filter({ hasText: 'Shiba Inu' });
  for (const width of [1280, 1200, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(table.getByRole('columnheader', { name: 'Share' })).toBeVisible();
    const cell = row.getByRole('cell', { name: '123.46M', exact: true });
    await expect(cell).toHaveCSS('font-size', '14px');
    const cut = await table
      .getByRole('cell')
      .evaluateAll((cells) => cells.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(cut, `cells cut off at ${width} px`).toBe(0);
  }
  await row.getByRole('cell', { name: '123.46M', exact: true }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('123,456,789.12345678');
  // It is still part of the row, which opens the lots.
  await row.getByRole('cell', { name: '123.46M', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Lots of Shiba Inu' })).toBeVisible();

  await page.setViewportSize({ width: 768, height: 900 });
  await open(page, '/portfolio?tab=transactions');
  const leg = page.getByText('+123.46M SHIB');
  await expect(leg).toBeVisible();
  const [text, cell] = [await boxOf(leg), await boxOf(page.locator('td').filter({ has: leg }))];
  expect(text.x + text.width).toBeLessThanOrEqual(cell.x + cell.width);
  // The widest of all dates.
  const day = page.getByText('18 Sept 2024');
  expect(await day.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test('three holdings are on the first screen of a phone @phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await startWithCoins(page);
  await open(page, '/portfolio');
  const third = page.locator('[data-list="holdings"] [data-coin]').nth(2);
  await expect(third).toBeVisible();
  const bar = await boxOf(page.getByRole('navigation', { name: 'Sections' }));
  const row = await boxOf(third);
  expect(row.y + row.height).toBeLessThanOrEqual(bar.y + 2);
  await expectAccessible(page);
});

test('an empty portfolio has no methods to compare, and says when it will @once', async ({ page }) => {
  const email = `empty.${++number}@example.com`;
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  await runAdmin(server.dataDir, 'user', 'set-tier', email, 'pro');
  await open(page, '/portfolio?tab=methods');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('link', { name: 'Add a transaction' }).click();
  await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible();
});

test('the legend of the value has the colour of its line @once @long', async ({ page }) => {
  await startWithCoins(page);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  // Leaves little of the value, so that the line falls.
  const sale = { type: 'sell', occurredAt: yesterday, in: dollars('90000'), out: bitcoin('1.2') };
  await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, { transactions: [sale] });
  await open(page, '/portfolio');
  const value = page.getByRole('region', { name: 'Value', exact: true });
  await value.getByRole('button', { name: '7D' }).click();
  await expect(value.locator('svg[data-variant="destructive"]')).toBeVisible();
  const line = value.locator('svg[role="img"] > path').nth(5);
  const colour = await line.evaluate((path) => getComputedStyle(path).stroke);
  await expect(value.getByRole('listitem').first().locator('span')).toHaveCSS('border-top-color', colour);
});
