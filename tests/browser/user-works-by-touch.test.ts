import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Alert } from '../../contract/alerts/alerts.ts';
import type { Coin } from '../../contract/market.ts';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { useFingers } from '../support/fingers.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { boxOf, openPage } from '../support/watch-page.ts';

const server = serveStillMarket('touch', { DEFAULT_TIER: 'premium' });
let number = 0;

const chart = (page: Page) => page.locator('[data-part="chart"]');
const cursor = (page: Page) => page.getByRole('slider', { name: /price, point by point/ });
const brush = (page: Page) => page.locator('[data-part="brush"] > div').first();
const dates = (page: Page) => page.locator('[data-part="brush-dates"]');
const scrolled = (page: Page) => page.evaluate(() => scrollY);

const enter = (page: Page) => signUp(page, server.url, `touch.${++number}@example.com`);

async function openCoin(page: Page, search = ''): Promise<void> {
  await openPage(page, `${server.url}/coin/bitcoin${search}`);
  await expect(cursor(page)).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Range shown' })).toBeVisible();
}

/** Until the page knows the user, the brush has a visitor's seven days. */
const expectAllHistory = (page: Page) =>
  expect(page.locator('[data-part="brush"]')).toContainText(/of \d+ years/);

/** Scrolls an element clear of the bars and returns its centre. */
async function centre(locator: Locator) {
  await locator.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = await boxOf(locator);
  return [x + width / 2, y + height / 2] as const;
}

/** The length of the window in the URL, in days; null if there is none. */
function ownDays(page: Page): number | null {
  const search = new URL(page.url()).searchParams;
  const [from, to] = [search.get('from'), search.get('to')];
  return from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 : null;
}

async function addAlert(page: Page, factor: number): Promise<Alert> {
  const path = `${server.url}/api/cryptocurrencies?ids=bitcoin`;
  const [coin] = (await (await fetch(path)).json()) as Coin[];
  return callAs<Alert>(page, 'POST', '/api/alerts', {
    ...bitcoin,
    condition: 'price_above',
    threshold: (coin!.current_price! * factor).toFixed(0),
  });
}

const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
const ether = { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' };

async function addPurchases(page: Page): Promise<void> {
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, {
    transactions: [bitcoin, ether].map((coin) => ({
      type: 'buy',
      occurredAt: '2025-01-10T09:00:00.000Z',
      in: { ...coin, amount: '0.5' },
      out: { currency: 'USD', amount: '10000' },
    })),
  });
}

test('swiping over the chart or the brush scrolls the page without changing them @phone @long', async ({
  page,
}) => {
  await enter(page);
  await openCoin(page);
  await expectAllHistory(page);
  const shown = await dates(page).textContent();
  const fingers = await useFingers(page);
  for (const part of [cursor(page), brush(page)]) {
    const [x, y] = await centre(part);
    const before = await scrolled(page);
    // Outside the window of the brush, where a tap would move it.
    await fingers.swipe([x - 60, y], [x - 62, y - 150]);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before + 50);
  }
  await expect(dates(page)).toHaveText(shown!);
  expect(ownDays(page)).toBeNull();
});

test('two fingers zoom in any direction @phone @long', async ({ page }) => {
  await openCoin(page);
  const [x, y] = await centre(cursor(page));
  const fingers = await useFingers(page);
  const apart = (by: number) => [[x - 2, y - by] as const, [x + 2, y + by] as const];
  await fingers.press(...apart(20));
  await fingers.move(...apart(40));
  await fingers.move(...apart(60));
  await fingers.lift();
  await expect.poll(() => ownDays(page)).toBeLessThan(3);
  // By no more than the fingers moved: from 20 to 60 px.
  expect(ownDays(page)).toBeGreaterThan(2);
});

test('a resting finger reads prices along the line and moves nothing @phone @long', async ({ page }) => {
  await enter(page);
  await page.clock.install();
  await openCoin(page);
  await expectAllHistory(page);
  const shown = await dates(page).textContent();
  const [x, y] = await centre(cursor(page));
  const fingers = await useFingers(page);
  const note = chart(page).locator('[data-part="tooltip"]');
  await fingers.press([x - 60, y]);
  await expect(note).toBeVisible();
  const first = await note.textContent();
  await page.clock.fastForward(1000);
  await fingers.move([x, y]);
  await fingers.move([x + 60, y]);
  await expect(note).not.toHaveText(first!);
  await fingers.lift();
  await expect(dates(page)).toHaveText(shown!);
});

test('a range of all history can be narrowed from the edge of the screen @phone @long', async ({ page }) => {
  await enter(page);
  await openCoin(page, '?range=max');
  await expectAllHistory(page);
  const start = page.getByRole('slider', { name: 'Start of the range' });
  await centre(start);
  const { x, y } = await boxOf(brush(page));
  // As near to the edge as a thumb gets.
  await (await useFingers(page)).swipe([x + 18, y + 28], [x + 100, y + 28]);
  // Out of seven years.
  await expect.poll(() => ownDays(page) ?? Number.POSITIVE_INFINITY).toBeLessThan(2200);
});

test('a tap anywhere on a transaction selects it @phone @long', async ({ page }) => {
  await enter(page);
  await addPurchases(page);
  await openPage(page, `${server.url}/portfolio?tab=transactions`);
  const row = (index: number) => page.locator(`tr[data-index="${index}"]`);
  await expect(row(1)).toBeVisible();
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  for (const index of [0, 1]) {
    const [x, y] = await centre(row(index));
    await page.touchscreen.tap(x, y);
    await expect(row(index).getByRole('checkbox')).toBeChecked();
  }
  await expect(page.getByText('2 transactions selected')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a tap outside a panel closes it and opens no coin below @phone @long', async ({ page }) => {
  await enter(page);
  await addAlert(page, 1.02);
  await addAlert(page, 1.04);
  await openPage(page, `${server.url}/alerts`);
  const rows = page.locator('[data-alert]');
  await expect(rows).toHaveCount(2);
  await rows
    .nth(1)
    .getByRole('button', { name: /^More actions for/ })
    .tap();
  const panel = page.getByRole('dialog');
  await expect(panel).toBeVisible();
  const [x, y] = await boxOf(rows.first().getByRole('link')).then((box) => [box.x + 20, box.y + 10] as const);
  await page.touchscreen.tap(x, y);
  await expect(panel).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/alerts');
  // The next tap works as usual.
  await rows.first().getByRole('link').tap();
  await page.waitForURL('**/coin/bitcoin');
});

test('lots fit on a phone @phone @long', async ({ page }) => {
  await enter(page);
  await addPurchases(page);
  await openPage(page, `${server.url}/portfolio`);
  await page.locator('[data-coin="bitcoin"]').getByRole('button', { expanded: false }).tap();
  const lots = page.getByRole('table', { name: 'Lots of Bitcoin' });
  await expect(lots).toContainText('10 Jan 2025');
  await expect(lots.getByText('$20,000.00').filter({ visible: true })).toBeVisible();
  const overflow = await lots.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('a threshold in a coin doesn’t overlap its currency code @phone @long', async ({ page }) => {
  await page
    .context()
    .addCookies([{ name: 'altimeter-currency', value: 'sol', url: server.url, sameSite: 'Lax' }]);
  await enter(page);
  await openCoin(page);
  await page.getByRole('button', { name: 'Set alert' }).last().tap();
  const field = page.getByRole('dialog').getByLabel('Threshold');
  await expect(field).not.toHaveValue('');
  const room = await field.evaluate((input) => {
    const end = input.previousElementSibling!.getBoundingClientRect().right;
    return input.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(input).paddingLeft) - end;
  });
  expect(room).toBeGreaterThan(0);
});

test('a message leaves the title of the next dialog readable @phone @long', async ({ page }) => {
  await enter(page);
  await addAlert(page, 1.02);
  await openPage(page, `${server.url}/alerts`);
  await page.getByRole('button', { name: /^More actions for/ }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pause/ })
    .tap();
  const message = page.locator('[data-toast]');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Create alert' }).first().tap();
  const dialog = page.getByRole('dialog', { name: 'Create alert' });
  await expect(dialog).toBeVisible();
  const title = await boxOf(dialog.getByRole('heading', { name: 'Create alert' }));
  const shown = await boxOf(message);
  expect(title.y).toBeGreaterThanOrEqual(shown.y + shown.height);
});

test('a long message covers neither a dialog nor the search nor a form @phone @long', async ({ page }) => {
  await enter(page);
  await addPurchases(page);
  const message =
    'This account has room for 200 filed tax reports. Delete some of them first, then try again.';
  await page.route('**/tax-reports', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { code: 'conflict', message } })
      : route.continue(),
  );
  const toast = page.locator('[data-toast]');
  const fail = async () => {
    await openPage(page, `${server.url}/portfolio?tab=tax&country=US&year=2025`);
    await page.getByRole('button', { name: 'Mark as filed' }).tap();
    await expect(toast).toContainText(message);
  };
  const expectBelow = async (part: Locator) => {
    const box = await boxOf(part);
    const shown = await boxOf(toast);
    // A title and three lines.
    expect(shown.height).toBeGreaterThan(90);
    expect(box.y).toBeGreaterThanOrEqual(shown.y + shown.height);
  };
  const dialog = page.getByRole('dialog');
  await fail();
  await page.getByRole('button', { name: 'Add Position' }).tap();
  await expectBelow(dialog.getByRole('heading', { name: 'Add Position' }));
  await fail();
  // The message covers the search button, but a keyboard may be attached.
  await page.keyboard.press('/');
  await expectBelow(dialog.getByRole('combobox'));
  await fail();
  await page
    .getByRole('navigation', { name: 'Portfolio' })
    .getByRole('link', { name: /^Transactions/ })
    .tap();
  await page
    .getByRole('button', { name: /^Edit Buy/ })
    .first()
    .tap();
  await expectBelow(dialog.getByRole('heading', { name: /^Edit Buy/ }));
});
