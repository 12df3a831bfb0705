import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { createAxe } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { stopClock } from '../support/stop-clock.ts';
import { boxOf, openPage } from '../support/watch-page.ts';

let server: ChildServer;
test.beforeAll(async () => {
  server = await startAppServer({
    MARKET_PROVIDER: 'simulated',
    MARKET_REFRESH_SECONDS: '1',
    // Users who sign up here have every range, unlike visitors.
    DEFAULT_TIER: 'premium',
  });
});
test.afterAll(() => server?.stop());

const dollars = /^\$\d{1,3}(,\d{3})*\.\d{2}$/;
const chart = (page: Page) => page.locator('[data-part="chart"]');
const cursor = (page: Page) => page.getByRole('slider', { name: /price, point by point/ });
const tooltip = (page: Page) => page.locator('[data-part="tooltip"]');
const range = (page: Page, label: string) => chart(page).getByRole('button', { name: label, exact: true });

/** Opens a page and waits until it is hydrated, with what only the reader's device knows. */
async function open(page: Page, path = '/coin/bitcoin'): Promise<void> {
  await openPage(page, `${server.url}${path}`);
  await expect(cursor(page)).toBeVisible();
}

/** Points at a fraction of the chart's width from its left edge, by mouse or, on a phone, by finger. */
async function pointAt(page: Page, part: number, hasTouch: boolean): Promise<void> {
  await cursor(page).scrollIntoViewIfNeeded();
  const box = await boxOf(cursor(page));
  const [x, y] = [box.x + box.width * part, box.y + box.height / 2];
  await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.move(x, y));
}

/** Expects dollars at the side, and two to seven times below, at the chart's current size. */
async function expectReadableAxes(page: Page, when: string): Promise<void> {
  const svg = chart(page).getByRole('img');
  const box = await boxOf(chart(page).locator('[data-part="plot"]'));
  await expect(svg).toHaveAttribute('viewBox', `0 0 ${Math.floor(box!.width)} ${Math.floor(box!.height)}`);
  const times = await svg.locator('[data-part="time-axis"] text').allTextContents();
  expect(times.length, when).toBeGreaterThanOrEqual(2);
  expect(times.length, when).toBeLessThanOrEqual(7);
  for (const price of await svg.locator('[data-part="price-axis"]').allTextContents()) {
    expect(price, when).toMatch(/^\$[\d,]+(\.\d+)?[TBM]?$/);
  }
}

async function failApi(page: Page, path: RegExp): Promise<void> {
  await page.route(path, (route) =>
    route.fulfill({ status: 503, json: { message: 'No.', code: 'market_unavailable' } }),
  );
}

for (const [theme, tag] of [
  ['light', ' @once'],
  ['dark', ' @long'],
] as const) {
  test.describe(`in the ${theme} theme, a visitor${tag}`, () => {
    test.beforeEach(({ page }) =>
      page.addInitScript((name) => localStorage.setItem('crypto-theme', name), theme),
    );

    test('reads what a coin costs, how that changed, how old it is and where it ranks', async ({ page }) => {
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      await open(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      const head = page.locator('[data-part="coin-head"]');
      await expect(head.getByRole('heading', { level: 1 })).toHaveText('Bitcoin');
      await expect(head.getByText('btc', { exact: true })).toHaveCSS('text-transform', 'uppercase');
      await expect(head.getByText('Rank #1', { exact: true })).toBeVisible();
      await expect(head.locator('[data-part="price"]')).toHaveText(dollars);
      await expect(head.locator('[data-variant]')).toHaveText(/^[+-]?\d+\.\d{2}%$/);
      await expect(head.getByText(/^[+-]\$[\d,.]+ in 24h$/)).toBeVisible();
      await expect(head.getByText(/^As of \d\d:\d\d:\d\d$/)).toBeVisible();
      await expect(page).toHaveTitle('Bitcoin price, chart and market cap | Altimeter');
      expect(problems).toEqual([]);
    });

    test('has an accessible page, before and after using the chart', async ({ page, hasTouch }) => {
      await open(page);
      await pointAt(page, 0.4, hasTouch);
      await expect(tooltip(page)).toBeVisible();
      const { violations } = await createAxe(page, theme).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}

test.describe('a visitor', () => {
  test('reads the Market Statistics and finds the links, which open in a new tab', async ({ page }) => {
    await open(page);
    const statistics = page.getByRole('region', { name: 'Market Statistics' });
    const value = (name: string) =>
      statistics
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: name }) })
        .locator('dd');
    await expect(value('Market Cap')).toHaveText(/^\$[\d.]+T$/);
    await expect(value('24h Volume')).toHaveText(/^\$[\d.]+B$/);
    await expect(value('Circulating Supply')).toHaveText(/^[\d,]+ BTC$/);
    await expect(value('Total Supply')).toHaveText(/^[\d,]+ BTC$|^N\/A$/);
    await expect(value('All Time High')).toHaveText(/^\$[\d,.]+[+-]?[\d,]+\.\d{2}%$/);
    await expect(value('All Time Low')).toHaveText(/^\$[\d,.]+[+-]?[\d,]+\.\d{2}%$/);
    await expect(
      statistics.getByRole('img', { name: /of the way from the 24h low to the 24h high/ }),
    ).toBeVisible();

    const links = page.getByRole('region', { name: 'Links' });
    for (const name of ['Website', 'Explorer', 'Source repository']) {
      const link = links.getByRole('link', { name });
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
      await expect(link).toHaveAttribute('href', /^https:/);
    }
    await expect(links.getByText('bitcoin.org')).toBeVisible();
  });

  test('reads three lines about the coin, and more on demand @long', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, '/coin/ethereum');
    const about = page.getByRole('region', { name: 'About Ethereum' });
    const height = async () => (await boxOf(about.locator('p'))).height;
    const collapsed = await height();
    expect(collapsed).toBeLessThanOrEqual(3 * 21 + 1);
    await about.getByRole('button', { name: 'Show more' }).click();
    await expect(about.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
    expect(await height()).toBeGreaterThan(collapsed);
  });

  test('goes back to the markets @once @long', async ({ page }) => {
    await open(page);
    await page.getByRole('link', { name: 'Back to Markets' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
  });

  test('finds a coin by its URL in any case, with one canonical URL @once @long', async ({ page }) => {
    await open(page, '/COIN/BitCoin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bitcoin');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/coin\/bitcoin$/);
    await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
      'content',
      /\/images\/coins\/bitcoin/,
    );
  });

  test('sees that a coin does not exist, with status 404 @once', async ({ page }) => {
    const response = await page.goto(`${server.url}/coin/no-such-coin`);
    expect(response?.status()).toBe(404);
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load cryptocurrency details' });
    await expect(failure.getByRole('link', { name: 'Back to Markets' })).toBeVisible();
  });

  test('is asked to sign up for the watchlist, and stays when Escape is pressed @once @long', async ({
    page,
  }) => {
    await page.clock.install();
    await open(page);
    await stopClock(page);
    const add = page.getByRole('button', { name: 'Add to Watchlist' });
    const toast = page.locator('[data-toast]');
    await add.click();
    await expect(toast.getByText('Sign In Required')).toBeVisible();
    await expect(toast).toContainText('Create a free account to track cryptocurrencies in your watchlist');
    await page.keyboard.press('Escape');
    await page.clock.fastForward(5000);
    await expect(page).toHaveURL(/\/coin\/bitcoin$/);
    await add.click();
    await expect(toast.getByText('Sign In Required')).toBeVisible();
    await page.clock.fastForward(1500);
    await expect(page).toHaveURL(/\/signup$/);
  });

  test('prints the coin without the site around it, dark on white @once @long', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('crypto-theme', 'dark'));
    await open(page);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(page.locator('[data-part="price"]')).toBeVisible();
    await expect(chart(page).locator('[data-part="line"]')).toBeVisible();
    await expect(range(page, '30D')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Back to Markets' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add to Watchlist' })).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });

  test('sees nothing move while the page loads @both', async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(page);
    const shift = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
    expect(shift).toBeLessThanOrEqual(0.02);
  });

  test('sees when the coin could not be loaded, and can try again @once @long', async ({ page }) => {
    const path = /\/api\/cryptocurrencies\/ethereum$/;
    await failApi(page, path);
    await openPage(page, server.url);
    await page.locator('a[href="/coin/ethereum"]').first().click();
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load cryptocurrency details' });
    await expect(failure).toContainText('Failed to load cryptocurrency details. Please try again later.');
    await expect(failure.getByRole('link', { name: 'Back to Markets' })).toBeVisible();
    await page.unroute(path);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ethereum');
  });

  test('sees that a coin is unknown after a click @once @long', async ({ page }) => {
    await page.route(/\/api\/cryptocurrencies\/ethereum$/, (route) =>
      route.fulfill({ status: 404, json: { message: 'No such coin.', code: 'not_found' } }),
    );
    await openPage(page, server.url);
    await page.locator('a[href="/coin/ethereum"]').first().click();
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load cryptocurrency details' });
    await expect(failure.getByRole('link', { name: 'Back to Markets' })).toBeVisible();
    await expect(failure.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  });
});

test.describe('on the price chart, a visitor', () => {
  test('sees seven days first, with change, last value and age, also in words and as a table', async ({
    page,
  }) => {
    await open(page);
    await expect(chart(page).getByRole('heading', { name: 'Bitcoin' })).toBeVisible();
    await expect(range(page, '7D')).toHaveAttribute('aria-pressed', 'true');
    await expect(chart(page).getByText('7 days', { exact: true })).toBeVisible();
    await expect(chart(page).locator('span[data-variant]')).toHaveText(/^[+-]?\d+\.\d{2}%$/);
    await expect(chart(page).locator('[data-part="last-price"]')).toHaveText(/^\$[\d,]+/);
    await expect(chart(page).getByText(/^Latest price: \d+ \w{3}, \d\d:\d\d$/)).toBeVisible();
    await expect(
      chart(page).getByRole('img', { name: /^Bitcoin, 7 days: from \$.* High \$.*, low \$/ }),
    ).toBeVisible();
    const rows = chart(page).getByRole('table', { name: 'Prices of Bitcoin, 7 days' }).getByRole('row');
    expect(await rows.count()).toBeGreaterThan(20);
    expect(await rows.count()).toBeLessThanOrEqual(41);
  });

  test('still sees the previous range, dimmed, while another loads @once @long', async ({ page }) => {
    await open(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/history\?days=1&/, async (route) => {
      await held;
      await route.continue();
    });
    await range(page, '24H').click();
    await expect(chart(page)).toHaveAttribute('aria-busy', 'true');
    await expect(chart(page).getByText('Loading 24 hours…')).toBeVisible();
    await expect(chart(page).locator('[data-part="line"]')).toBeVisible();
    release();
    await expect(chart(page).getByText('24 hours', { exact: true })).toBeVisible();
    await expect(chart(page).and(page.locator('[aria-busy="true"]'))).toHaveCount(0);
  });

  test('sees when a range could not be loaded, and can try again @once @long', async ({ page }) => {
    await open(page);
    await failApi(page, /history\?days=1&/);
    await range(page, '24H').click();
    const failure = chart(page).getByRole('alert');
    await expect(failure).toContainText('Failed to load chart data. Please try again later.');
    await page.unroute(/history\?days=1&/);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(chart(page).locator('[data-part="line"]')).toBeVisible();
  });

  test('reads a price and its time by pointing, without covering the line @both', async ({
    page,
    hasTouch,
  }) => {
    await open(page);
    for (const part of [0.02, 0.4, 0.7]) {
      await pointAt(page, part, hasTouch);
      await expect(tooltip(page)).toHaveText(/^\$[\d,]+\.\d{2}\d+ \w{3}, \d\d:\d\d/);
      await expect(chart(page).locator('[data-part="crosshair"]')).toBeVisible();
      const [tip, line, box] = await Promise.all([
        boxOf(tooltip(page)),
        boxOf(chart(page).locator('[data-part="line"]')),
        boxOf(chart(page)),
      ]);
      expect(tip!.y + tip!.height).toBeLessThanOrEqual(line!.y + 1);
      expect(tip!.x).toBeGreaterThanOrEqual(box!.x);
      expect(tip!.x + tip!.width).toBeLessThanOrEqual(box!.x + box!.width);
    }
    await expect(cursor(page)).toHaveCSS('touch-action', 'pan-y');
  });

  test('reads it point by point with the keyboard', async ({ page }) => {
    await open(page);
    await cursor(page).focus();
    await page.keyboard.press('Home');
    await expect(cursor(page)).toHaveAttribute('aria-valuenow', '0');
    await expect(cursor(page)).toHaveAttribute('aria-valuetext', /^\$[\d,.]+, \d+ \w{3}, \d\d:\d\d$/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(cursor(page)).toHaveAttribute('aria-valuenow', '1');
    await expect(tooltip(page)).toBeVisible();
    await page.keyboard.press('End');
    await expect(cursor(page)).toHaveAttribute(
      'aria-valuenow',
      (await cursor(page).getAttribute('aria-valuemax'))!,
    );
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toBeHidden();
  });

  test('chooses candles, reads the four prices of one, and keeps the line if a range has none', async ({
    page,
    hasTouch,
  }) => {
    await open(page);
    await chart(page).getByRole('button', { name: 'Candles' }).click();
    await expect(chart(page).locator('[data-part="candles"]').first()).toBeVisible();
    await expect(chart(page).locator('[data-part="line"]')).toHaveCount(0);
    await pointAt(page, 0.5, hasTouch);
    await expect(tooltip(page)).toHaveText(/O \$[\d,]+.*H \$[\d,]+.*L \$[\d,]+/);
    await chart(page).getByRole('button', { name: 'Line' }).click();
    await expect(chart(page).locator('[data-part="line"]')).toBeVisible();
    await page.route(/\/ohlc\?days=1$/, (route) => route.fulfill({ json: [] }));
    await range(page, '24H').click();
    await chart(page).getByRole('button', { name: 'Candles' }).click();
    await expect(chart(page).getByText('No candles for this range; showing a line instead')).toBeVisible();
    await expect(chart(page).locator('[data-part="line"]')).toBeVisible();
  });

  test('sees a drawn chart before any script has run @once', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    // The server may not have the chart's data yet at the first visit.
    await page.goto(`${server.url}/coin/bitcoin`);
    await page.goto(`${server.url}/coin/bitcoin`);
    await expect(chart(page).locator('[data-part="line"]').filter({ visible: true })).toBeVisible();
    await expect(chart(page).getByText(/^Latest price: \d+ \w{3}, \d\d:\d\d UTC$/)).toBeVisible();
    await context.close();
  });
});

test('a user of the highest plan switches between all ranges, with dollars on one axis and at most seven times on the other @once @long', async ({
  page,
}) => {
  await signUp(page, server.url, 'mara@example.com');
  await open(page);
  for (const [label, span] of [
    ['24H', '24 hours'],
    ['30D', '30 days'],
    ['1Y', '1 year'],
    ['All', 'since 1 Jan 2019'],
    ['7D', '7 days'],
  ] as const) {
    await range(page, label).click();
    await expect(range(page, label)).toHaveAttribute('aria-pressed', 'true');
    await expect(chart(page).getByText(span, { exact: true })).toBeVisible();
    for (const width of [320, 390, 640, 768, 1024, 1280, 2000]) {
      await page.setViewportSize({ width, height: 800 });
      await expectReadableAxes(page, `${label} at ${width}`);
    }
  }
});

test.describe('in Tokyo, a visitor', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('reads the chart in their own time zone @once', async ({ page }) => {
    await open(page);
    const age = await page.locator('[data-part="age"] time').first().getAttribute('datetime');
    const tokyo = new Date(age!).toLocaleTimeString('en-GB', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      minute: '2-digit',
    });
    const shown = chart(page).getByText(/^Latest price:/);
    await expect(shown).toContainText(tokyo);
    await expect(shown).not.toContainText('UTC');
  });
});
