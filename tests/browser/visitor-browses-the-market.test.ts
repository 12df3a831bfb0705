import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Coin, Status } from '../../contract/market.ts';
import { createAxe } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';

let server: ChildServer;
test.beforeAll(async () => {
  server = await startAppServer({ MARKET_PROVIDER: 'simulated', MARKET_REFRESH_SECONDS: '1' });
});
test.afterAll(() => server?.stop());

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const rows = (page: Page) => page.locator('[data-list="market"] tbody tr:not([data-ad-place])');
const columns = { rank: 1, price: 4, change: 5 } as const;
const cells = (page: Page, column: keyof typeof columns) =>
  page
    .locator(`[data-list="market"] tbody tr:not([data-ad-place]) td:nth-child(${columns[column]})`)
    .allInnerTexts();
const toNumber = (text: string) => Number(text.replace(/[$,%]/g, ''));
const coinsCall = /\/api\/cryptocurrencies\?/;

/** Opens the market page, and fails the test for whatever the console complains about. */
async function openMarket(page: Page, path = '/'): Promise<void> {
  page.on('pageerror', (error) => expect(error.message, 'an error on the page').toBe(''));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      expect(message.text(), 'an error in the console').toBe('');
  });
  await page.goto(server.url + path);
  // Hydrated: before it, the time says that it is UTC.
  await expect(page.locator('[data-part="table-foot"]')).not.toContainText('UTC');
}

/** Serves the coins changed, as of so many seconds later than they are. */
async function changeAnswers(
  page: Page,
  laterSeconds: number,
  change: (coins: Coin[]) => void,
): Promise<void> {
  await page.route('**/api/status', async (route) => {
    const response = await route.fetch();
    const status = (await response.json()) as Status;
    const asOf = new Date(Date.parse(status.market.asOf ?? '') + laterSeconds * 1000).toISOString();
    await route.fulfill({ response, json: { ...status, market: { ...status.market, asOf } } });
  });
  await page.route(coinsCall, async (route) => {
    const response = await route.fetch();
    const coins = (await response.json()) as Coin[];
    change(coins);
    await route.fulfill({ response, json: coins });
  });
}

test('a visitor sees the market at once, and how old it is', async ({ page }) => {
  await openMarket(page);
  await expect(page).toHaveTitle('Cryptocurrency prices, live | Altimeter');
  await expect(page.getByRole('heading', { name: 'Track Crypto Like a Pro', level: 1 })).toBeVisible();
  const button = page.getByRole('link', { name: 'Create free account' });
  await expect(button).toHaveAttribute('href', '/signup');
  await expect(page.getByText('Showing 100 of 100 coins')).toBeVisible();
  await expect(rows(page)).toHaveCount(100);
  await expect(rows(page).first()).toContainText('Bitcoin');
  expect((await cells(page, 'rank')).map(toNumber)).toEqual(Array.from({ length: 100 }, (_, k) => k + 1));
  await expect(page.locator('[data-part="table-foot"]')).toHaveText(
    /^Data updates manually only • Last updated: \d\d:\d\d:\d\d$/,
  );
});

/** How much of each claim is seen, from none (0) to all of it (1). */
function measureClaims(page: Page): Promise<number[]> {
  return page.locator('[data-part="claims"] > div').evaluateAll((claims) =>
    claims.map((claim) => {
      const [own, line] = [claim, claim.parentElement!].map((part) => part.getBoundingClientRect());
      const text = document.createRange();
      text.selectNodeContents(claim);
      const whole = text.getBoundingClientRect();
      const right = Math.min(own!.right, line!.right);
      const bottom = Math.min(whole.bottom, line!.bottom);
      return (
        (Math.max(0, Math.min(whole.right, right) - whole.left) / whole.width) *
        (Math.max(0, bottom - whole.top) / whole.height)
      );
    }),
  );
}

test('claims are seen whole or not at all, in letters of any size', async ({ page }) => {
  await openMarket(page);
  for (const size of ['100%', '200%']) {
    await page.evaluate((text) => {
      document.documentElement.style.fontSize = text;
    }, size);
    const seen = (await measureClaims(page)).map((part) => Math.round(part * 100));
    expect([seen[0], seen.filter((part) => part !== 0 && part !== 100)]).toEqual([100, []]);
  }
});

test('the page is whole without JavaScript @once', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.url);
  await expect(rows(page)).toHaveCount(100);
  await expect(page.locator('[data-part="table-foot"]')).toHaveText(/Last updated: \d\d:\d\d:\d\d UTC$/);
  await expect(
    page.getByRole('region', { name: 'Trending Cryptocurrencies' }).getByRole('link', { name: /\$/ }),
  ).toHaveCount(5);
  await context.close();
});

test('/markets is the same page, named by its first address @once', async ({ page }) => {
  await openMarket(page, '/Markets');
  await expect(rows(page)).toHaveCount(100);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/$/);
});

test('a visitor finds coins by name or symbol, whatever the case @once', async ({ page }) => {
  await openMarket(page);
  const search = page.getByPlaceholder('Search cryptocurrencies...');
  await search.fill('BITCOIN');
  await expect(page.getByText(/^Showing \d of 100 coins$/)).toBeVisible();
  for (const name of await page
    .locator('[data-list="market"] tbody a[href^="/coin/"] span > span:first-child')
    .allInnerTexts())
    expect(name).toMatch(/bitcoin/i);
  await search.fill('eth');
  await expect(rows(page).filter({ hasText: 'Ethereum' }).first()).toBeVisible();
  await search.fill('zzzz');
  await expect(page.getByText('Showing 0 of 100 coins')).toBeVisible();
  await expect(page.getByText('No coins match “zzzz”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows(page)).toHaveCount(100);
  await expect(search).toBeFocused();
});

test('a visitor sorts by each column, from the keyboard too', async ({ page }) => {
  await openMarket(page);
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('#')).toHaveAttribute('aria-sort', 'ascending');

  await head('Price').getByRole('button').click();
  await expect(head('Price')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('#')).not.toHaveAttribute('aria-sort');
  const descending = (await cells(page, 'price')).map(toNumber);
  expect(descending).toEqual(descending.toSorted((a, b) => b - a));
  await head('Price').getByRole('button').press('Enter');
  await expect(head('Price')).toHaveAttribute('aria-sort', 'ascending');
  const ascending = (await cells(page, 'price')).map(toNumber);
  expect(ascending).toEqual(ascending.toSorted((a, b) => a - b));

  await head('24h %').getByRole('button').click();
  await expect(head('24h %')).toHaveAttribute('aria-sort', 'descending');
  const changes = (await cells(page, 'change')).map(toNumber);
  expect(changes).toEqual(changes.toSorted((a, b) => b - a));

  await head('Name').getByRole('button').click();
  const names = await page
    .locator('[data-list="market"] tbody a[href^="/coin/"] span > span:first-child')
    .allInnerTexts();
  expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a, 'en', { sensitivity: 'base' })));

  if (!isPhone(page)) {
    await head('Market Cap').getByRole('button').click();
    await expect(head('Market Cap')).toHaveAttribute('aria-sort', 'descending');
    await expect(rows(page).first()).toContainText('Bitcoin');
  }
  await head('#').getByRole('button').click();
  await expect(head('#')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('Bitcoin');
});

test('Refresh asks the server, and leaves prices that are as new already @once', async ({ page }) => {
  await openMarket(page);
  const before = await cells(page, 'price');
  const asked = page.waitForRequest(coinsCall);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await asked;
  await expect(page.getByRole('status').getByText('Up to date')).toBeVisible();
  expect(await cells(page, 'price')).toEqual(before);
});

test('Refresh shows prices that are newer @once', async ({ page }) => {
  await openMarket(page);
  await changeAnswers(page, 60, (coins) => {
    coins[0]!.current_price = 123_456.78;
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows(page).first()).toContainText('$123,456.78');
  await expect(page.locator('[data-list="market"] [data-flash]').first()).toBeAttached();
});

test('a Refresh that fails says so, keeps the prices with their age, and can be tried again @once', async ({
  page,
}) => {
  await openMarket(page);
  await page.route(coinsCall, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Refresh failed.' });
  await expect(alert).toContainText(/still those of \d\d:\d\d:\d\d/);
  await expect(rows(page)).toHaveCount(100);
  await page.unroute(coinsCall);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toBeHidden();
});

test('prices that are held back or older than the rest say so', async ({ page }) => {
  await openMarket(page);
  await changeAnswers(page, 60, (coins) => {
    coins[0]!.quarantined = true;
    coins[1]!.last_updated = new Date(Date.parse(coins[0]!.last_updated ?? '') - 3_600_000).toISOString();
    coins[2]!.current_price = 5.6e-11;
    coins[3]!.current_price = null;
    coins[4]!.price_change_percentage_24h = -0.001;
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(
    rows(page)
      .nth(0)
      .getByRole('img', { name: /^Price being checked/ }),
  ).toBeVisible();
  await expect(rows(page).nth(1).locator('td').nth(3)).toContainText(/as of \d\d:\d\d:\d\d/);
  await expect(rows(page).nth(2).locator('td').nth(3).locator('> span')).toHaveText('$0.0₁₀56');
  await expect(rows(page).nth(2).locator('td').nth(3).locator('> span')).toHaveAttribute(
    'title',
    '$0.000000000056',
  );
  await expect(rows(page).nth(3).locator('td').nth(3)).toHaveText('—');
  await expect(rows(page).nth(4).locator('[data-variant]').first()).toHaveText('0.00%');
  await expect(rows(page).nth(4).locator('[data-variant]').first()).toHaveAttribute('data-variant', 'none');
});

test('a name or a symbol of any length covers no figure', async ({ page }) => {
  await changeAnswers(page, 60, ([first, second]) => {
    Object.assign(first!, { name: 'N'.repeat(120), symbol: 's'.repeat(120) });
    Object.assign(second!, { name: '<script>alert(1)</script>', symbol: '</script><script>alert(1)' });
  });
  await openMarket(page);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rows(page).first()).toContainText('NNN');
  for (const row of (await rows(page).all()).slice(0, 2)) {
    const coin = await row.locator('td').nth(2).locator('span > span').last().boundingBox();
    const price = await row.locator('td').nth(3).locator('> span').boundingBox();
    expect(coin!.x + coin!.width).toBeLessThanOrEqual(price!.x);
  }
});

test('with Live on, the rows follow the market until it is turned off', async ({ page }) => {
  await openMarket(page);
  const live = page.getByRole('switch', { name: 'Live' });
  await expect(live).toHaveAttribute('aria-checked', 'false');
  const before = await cells(page, 'price');
  await live.click();
  await expect(page.locator('[data-part="table-foot"]')).toContainText(
    'Live: updates as quotes arrive • Last updated: ',
  );
  await expect.poll(() => cells(page, 'price')).not.toEqual(before);
  await expect(page.locator('[data-list="market"] [data-flash]').first()).toBeAttached();

  await page.reload();
  await expect(live).toHaveAttribute('aria-checked', 'true');
  await expect(page.locator('[data-part="table-foot"]')).toContainText('Live: updates');
  await live.click();
  await expect(page.locator('[data-part="table-foot"]')).toContainText('Data updates manually only');
});

test('Live rests while the page is hidden @once', async ({ page }) => {
  await openMarket(page);
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect(page.locator('[data-part="table-foot"]')).toContainText('Live: updates');
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await expect(page.locator('[data-part="table-foot"]')).toContainText('Live: paused');
  await setHidden(false);
  await expect(page.locator('[data-part="table-foot"]')).toContainText('Live: updates');
});

test('nothing flashes for who prefers reduced motion @once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openMarket(page);
  await page.getByRole('switch', { name: 'Live' }).click();
  const flash = page.locator('[data-list="market"] [data-flash]').first();
  await expect(flash).toBeAttached();
  await expect(flash).toHaveCSS('animation-duration', '0s');
});

test('a star invites to sign up', async ({ page }) => {
  await openMarket(page);
  const star = page.getByRole('button', { name: 'Add Bitcoin to watchlist' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expect(page.getByText('Sign In Required', { exact: true })).toBeVisible();
  const why = 'Create a free account to track cryptocurrencies in your watchlist';
  await expect(page.getByText(why).first()).toBeVisible();
  await page.waitForURL('**/signup');
});

test('Escape, or going into the message, keeps the visitor on the page @once', async ({ page }) => {
  await page.clock.install();
  await openMarket(page);
  const star = page.getByRole('button', { name: 'Add Bitcoin to watchlist' });
  const message = page.getByText('Sign In Required', { exact: true });
  await star.click();
  await expect(message).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(3000);
  expect(new URL(page.url()).pathname).toBe('/');

  await star.click();
  await expect(message).toBeVisible();
  await page.keyboard.press('F8');
  await page.clock.runFor(3000);
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a row leads to its coin without loading the site anew', async ({ page }) => {
  await openMarket(page);
  await page.evaluate(() => Object.assign(window, { isSameLoad: true }));
  await rows(page)
    .first()
    .getByRole('link', { name: /Bitcoin/ })
    .click();
  await page.waitForURL('**/coin/bitcoin');
  expect(await page.evaluate(() => 'isSameLoad' in window)).toBe(true);
});

test('the search is there again for one who comes back, or loads the page again @once', async ({ page }) => {
  await openMarket(page);
  const search = page.getByPlaceholder('Search cryptocurrencies...');
  await search.fill('doge');
  await rows(page)
    .getByRole('link', { name: /Dogecoin/ })
    .click();
  await page.waitForURL('**/coin/dogecoin');
  await page.goBack();
  await expect(search).toHaveValue('doge');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(search).toHaveValue('doge');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('link').click();
  await page.waitForURL('**/coin/dogecoin');
  await page.getByRole('banner').getByRole('link', { name: 'Altimeter' }).click();
  await expect(search).toHaveValue('');
});

test('coming from another page, rows of the final size stand in until the coins are there', async ({
  page,
}) => {
  await page.goto(`${server.url}/coin/bitcoin`);
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(coinsCall, async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'Altimeter' }).click();
  await expect(page.locator('[data-list="market"] tbody[aria-hidden] tr')).toHaveCount(20);
  const skeleton = await page.locator('[data-list="market"] tbody[aria-hidden] tr').first().boundingBox();
  answer();
  await expect(rows(page)).toHaveCount(100);
  const row = await rows(page).first().boundingBox();
  expect(row?.height).toBe(skeleton?.height);
  expect(row?.y).toBe(skeleton?.y);
});

test('where the coins can not be had, the page says so and tries again @once', async ({ page }) => {
  await page.goto(`${server.url}/coin/bitcoin`);
  await page.route(coinsCall, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('banner').getByRole('link', { name: 'Altimeter' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The coin list could not be loaded' });
  await expect(alert).toBeVisible();
  await page.unroute(coinsCall);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page)).toHaveCount(100);
});

test('trending coins and the portfolio card stand beside the table', async ({ page }) => {
  await openMarket(page);
  const trending = page.getByRole('region', { name: 'Trending Cryptocurrencies' });
  await expect(trending.locator('a[href^="/coin/"]')).toHaveCount(5);
  for (const link of await trending.locator('a[href^="/coin/"]').all()) {
    await expect(link).toHaveAttribute('href', /^\/coin\/[a-z0-9-]+$/);
  }
  await expect(trending.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/');
  const portfolio = page.getByRole('region', { name: 'Portfolio' });
  await expect(portfolio).toContainText('See what your coins are worth');
  await expect(portfolio.getByRole('link')).toHaveAttribute('href', '/signin');
  if (!isPhone(page)) return;
  const [table, card] = await Promise.all([
    page.locator('[data-list="market"]').boundingBox(),
    portfolio.boundingBox(),
  ]);
  expect(table!.y, 'on a phone the table comes first').toBeLessThan(card!.y);
});

test('the chart costs nothing until it is near, and moves nothing when it comes', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openMarket(page);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /price-chart|\/history/.test(url))).toEqual([]);
  const place = page.locator('[data-part="overview"]');
  const height = (await place.boundingBox())?.height ?? 0;
  await place.scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: 'Market Overview' }).locator('svg').first()).toBeVisible();
  await expect(page.locator('[data-part="chart-foot"]')).toContainText('Prices to');
  expect(Math.abs(((await place.boundingBox())?.height ?? 0) - height)).toBeLessThan(1);
});

test('a logo that does not come leaves a placeholder of its size', async ({ page }) => {
  await page.route('**/images/coins/**', (route) => route.abort());
  await openMarket(page);
  const name = rows(page).first().getByRole('link');
  await expect(name.locator('img')).toHaveCount(0);
  const box = await name.locator('svg').first().boundingBox();
  expect([box?.width, box?.height]).toEqual([26, 26]);
});

test('nothing moves while the page loads, and it never scrolls sideways', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shift: (window as unknown as { shift: number }).shift + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openMarket(page);
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
  expect(shift).toBeLessThanOrEqual(0.02);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(page.viewportSize()?.width);
});

test('a phone shows rank, coin, price and change, with targets for a thumb', async ({ page }) => {
  await openMarket(page);
  const seen = page.locator('[data-list="market"] thead th:visible');
  if (!isPhone(page)) {
    await expect(seen).toHaveCount(7);
    return;
  }
  for (const name of ['#', 'Name', 'Price', '24h %']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('columnheader', { name: 'Market Cap' })).toBeHidden();
  const row = rows(page).first();
  const targets = [
    row.locator('td').nth(1).getByRole('button'),
    row.getByRole('link'),
    page.getByRole('button', { name: 'Refresh' }),
    page.getByPlaceholder('Search cryptocurrencies...'),
    page.getByRole('columnheader', { name: 'Price' }).getByRole('button'),
  ];
  for (const target of targets) {
    expect((await target.boundingBox())?.height, await target.innerHTML()).toBeGreaterThanOrEqual(44);
  }
});

for (const [theme, tag] of [
  ['light', ' @once'],
  ['dark', ''],
] as const) {
  test(`in ${theme}, everyone can read and use the page${tag}`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('crypto-theme', name), theme);
    await openMarket(page);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const { violations } = await createAxe(page, theme).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  });
}

test('a price with faded digits or counted zeros is copied and read aloud as one piece @once', async ({
  page,
}) => {
  await openMarket(page);
  const prices = [0.004321, 5.6e-11];
  await changeAnswers(page, 60, (coins) => {
    for (const [index, price] of prices.entries()) coins[index]!.current_price = price;
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  const cell = (index: number) => rows(page).nth(index).locator('td:nth-child(4)');
  await expect(cell(1)).toContainText('₁₀');
  const copied = await Promise.all(
    prices.map((_, index) =>
      cell(index).evaluate((element) => {
        const selection = getSelection()!;
        selection.selectAllChildren(element);
        return selection.toString().trim();
      }),
    ),
  );
  expect(copied).toEqual(['$0.004321', '$0.0₁₀56']);
  expect(await cell(0).ariaSnapshot()).toBe('- cell "$0.004321"');
  await expect(cell(1).getByRole('img', { name: '$0.000000000056' })).toBeVisible();
  if (isPhone(page)) return;
  const [faded, plain] = await Promise.all([findPoint(cell(0)), findPoint(cell(2))]);
  expect(Math.abs(faded! - plain!), 'the decimal points stand one below the other').toBeLessThan(1);
});

/** Where the decimal point of a cell's figure stands, in px from the left. */
function findPoint(cell: Locator): Promise<number> {
  return cell.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const at = texts.currentNode.textContent?.indexOf('.') ?? -1;
      if (at < 0) continue;
      const point = document.createRange();
      point.setStart(texts.currentNode, at);
      point.setEnd(texts.currentNode, at + 1);
      return point.getBoundingClientRect().left;
    }
    return Number.NaN;
  });
}
