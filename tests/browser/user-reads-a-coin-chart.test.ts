import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Alert } from '../../contract/alerts/alerts.ts';
import type { Coin } from '../../contract/market.ts';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, createAxe, expectAccessible } from '../support/accounts/user-page.ts';
import { useFingers } from '../support/fingers.ts';
import { serveStillMarket } from '../support/test-site.ts';
import { boxOf, openPage } from '../support/watch-page.ts';

const server = serveStillMarket('coin-chart', { DEFAULT_TIER: 'premium' });
let number = 0;

const newEmail = () => `ines.${++number}.${test.info().project.name}@example.com`;
const chart = (page: Page) => page.locator('[data-part="chart"]');
const cursor = (page: Page) => page.getByRole('slider', { name: /price, point by point/ });
const brushWindow = (page: Page) => page.getByRole('slider', { name: 'Range shown' });
const handle = (page: Page, name: string) => page.getByRole('slider', { name: new RegExp(`^${name}`) });
const toast = (page: Page) => page.locator('[data-toast]');
const listAlerts = (page: Page) => callAs<Alert[]>(page, 'GET', '/api/alerts');

async function open(page: Page, search = ''): Promise<void> {
  await openPage(page, `${server.url}/coin/bitcoin${search}`);
  await expect(cursor(page)).toBeVisible();
  await expect(brushWindow(page)).toBeVisible();
}

async function readCoin(coinId = 'bitcoin'): Promise<Coin> {
  const path = `/api/cryptocurrencies?ids=${coinId}&price_change_percentage=7d`;
  const [coin] = (await (await fetch(server.url + path)).json()) as Coin[];
  return coin!;
}

/** Adds an alert slightly above the price. */
async function addAlert(page: Page, factor = 1.02): Promise<Alert> {
  const { current_price: price } = await readCoin();
  return callAs<Alert>(page, 'POST', '/api/alerts', {
    coinId: 'bitcoin',
    symbol: 'btc',
    name: 'Bitcoin',
    condition: factor > 1 ? 'price_above' : 'price_below',
    threshold: (price! * factor).toFixed(0),
  });
}

/** The range in the URL, in days. Null if there is none. */
function ownDays(page: Page): number | null {
  const search = new URL(page.url()).searchParams;
  const [from, to] = [search.get('from'), search.get('to')];
  return from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 : null;
}

test('header, list and line show the same change over seven days, as a line and as candles @once', async ({
  page,
}) => {
  await open(page);
  const change = chart(page).locator('span[data-variant]');
  const { price_change_percentage_7d_in_currency: percent } = await readCoin();
  const said = `${percent! >= 0 ? '+' : ''}${percent!.toFixed(2)}%`;
  await expect(change).toHaveText(said);
  await chart(page).getByRole('button', { name: 'Candles' }).click();
  await expect(chart(page).locator('[data-part="candles"]').first()).toBeVisible();
  await expect(change).toHaveText(said);
});

/** Scrolls an alert's tag clear of the bar at the bottom of a phone. Returns its middle. */
async function middleOf(tag: Locator): Promise<[x: number, y: number]> {
  await tag.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const { x, y, width, height } = await boxOf(tag);
  return [x + width / 2, y + height / 2];
}

test.describe('an alert on the scale', () => {
  test('previews the new price while dragged and saves it when dropped @once', async ({ page }) => {
    await signUp(page, server.url, newEmail());
    const alert = await addAlert(page);
    await open(page);
    const tag = handle(page, 'Alert above');
    const [x, y] = await middleOf(tag);
    await page.mouse.move(x, y);
    // A click with a slight movement moves nothing.
    await page.mouse.down();
    await page.mouse.move(x, y - 2);
    await page.mouse.up();
    await expect(tag).toBeFocused();
    await expect(tag).toHaveAttribute('aria-valuenow', alert.threshold);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 20, { steps: 4 });
    await expect(chart(page).getByRole('status').last()).toHaveText(
      /^would (not have fired|have fired (once|twice|\d+ times)) in 7 days$/,
    );
    expect((await listAlerts(page))[0]!.threshold).toBe(alert.threshold);
    const shown = Number(await tag.getAttribute('aria-valuenow'));
    expect(shown).toBeGreaterThan(Number(alert.threshold));
    await page.mouse.up();
    await expect(toast(page)).toContainText('Alert saved');
    await expect.poll(async () => Number((await listAlerts(page))[0]!.threshold)).toBe(shown);
  });

  test('is saved where it was dropped, although the last move was not drawn yet @once @long', async ({
    page,
  }) => {
    await signUp(page, server.url, newEmail());
    const alert = await addAlert(page);
    await open(page);
    const tag = handle(page, 'Alert above');
    const [x, y] = await middleOf(tag);
    // The list is refetched only later: until then, too, the alert is shown where it was dropped.
    await page.route('**/api/alerts?*', () => {});
    await page.mouse.move(x, y);
    await page.mouse.down();
    // A quick hand moves and lets go within one frame.
    await tag.evaluate(
      (element, [clientX, from]) => {
        const send = (type: string, clientY: number) =>
          element.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX, clientY, bubbles: true }));
        send('pointermove', from - 10);
        send('pointermove', from - 20);
        send('pointerup', from - 20);
      },
      [x, y] as const,
    );
    await expect(toast(page)).toContainText('Alert saved');
    await expect(tag).not.toHaveAttribute('data-moving');
    const shown = Number(await tag.getAttribute('aria-valuenow'));
    expect(shown).toBeGreaterThan(Number(alert.threshold));
    expect(Number((await listAlerts(page))[0]!.threshold)).toBe(shown);
  });

  test('is dragged by a finger without scrolling the page @phone', async ({ page }) => {
    await signUp(page, server.url, newEmail());
    const alert = await addAlert(page);
    await open(page);
    const tag = handle(page, 'Alert above');
    await expect(tag).toBeVisible();
    const [x, y] = await middleOf(tag);
    const before = await page.evaluate(() => scrollY);
    const fingers = await useFingers(page);
    await fingers.press([x, y]);
    await fingers.move([x, y - 12]);
    await fingers.move([x, y - 24]);
    await expect(chart(page).getByRole('status').last()).toHaveText(/^would (not )?have fired/);
    await fingers.lift();
    await expect(toast(page)).toContainText('Alert saved');
    const [saved] = await listAlerts(page);
    expect(Number(saved!.threshold)).toBeGreaterThan(Number(alert.threshold));
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test('moves by half a percent with the arrow keys, is reset by Escape and saved by Enter', async ({
    page,
  }) => {
    await signUp(page, server.url, newEmail());
    const alert = await addAlert(page);
    const saved = Number(alert.threshold);
    await open(page);
    const tag = handle(page, 'Alert above');
    const value = async () => Number(await tag.getAttribute('aria-valuenow'));
    // Each step is rounded to a readable price.
    const fromHalfAPercent = async () => Math.abs((await value()) / saved - 1.005);
    await tag.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(fromHalfAPercent).toBeLessThan(0.0015);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect.poll(fromHalfAPercent).toBeLessThan(0.0015);
    await page.keyboard.press('Escape');
    await expect(tag).toHaveAttribute('aria-valuenow', String(saved));
    expect((await listAlerts(page))[0]!.threshold).toBe(alert.threshold);
    await page.keyboard.press('ArrowUp');
    await expect.poll(value).not.toBe(saved);
    const moved = await value();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Alert saved');
    await expect.poll(async () => Number((await listAlerts(page))[0]!.threshold)).toBe(moved);
    await expect(tag).toBeFocused();
  });

  test('is moved back if it cannot be saved @once @long', async ({ page }) => {
    await signUp(page, server.url, newEmail());
    const alert = await addAlert(page);
    await open(page);
    await page.route(/\/api\/alerts\/[^/]+$/, (route) =>
      route.fulfill({ status: 503, json: { message: 'No.' } }),
    );
    const tag = handle(page, 'Alert above');
    await tag.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Failed to save the alert');
    await expect(tag).toHaveAttribute('aria-valuenow', alert.threshold);
  });

  test('changes direction when moved past the price @once @long', async ({ page }) => {
    await signUp(page, server.url, newEmail());
    await addAlert(page, 1.003);
    await open(page);
    await handle(page, 'Alert above').focus();
    await page.keyboard.press('ArrowDown');
    await expect(handle(page, 'Alert below')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await listAlerts(page))[0]!.condition).toBe('price_below');
  });
});

test('the holding is shown in the header and on the scale, at its average cost @once @long', async ({
  page,
}) => {
  await signUp(page, server.url, newEmail());
  const { current_price: price } = await readCoin();
  const paid = [price! * 0.9, price! * 1.1].map((each) => Math.round(each * 100));
  for (const [index, amount] of ['0.1', '0.3'].entries()) {
    await callAs(page, 'POST', '/api/portfolio', {
      ...{ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin', amount },
      purchasePrice: (paid[index]! / 100).toFixed(2),
    });
  }
  const average = Math.round((paid[0]! + 3 * paid[1]!) / 4) / 100;
  await addAlert(page);
  await open(page);
  const holding = page.locator('[data-part="coin-holding"]');
  await expect(holding).toContainText('0.4 BTC');
  const written = average.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(holding).toContainText(`Average cost${written}`);
  await expect(
    chart(page).locator('[data-part="mark"]').filter({ hasText: 'Your average cost' }),
  ).toBeVisible();
  const toggle = chart(page).getByRole('button', { name: 'Your average cost' });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect(
    chart(page).locator('[data-part="mark"]').filter({ hasText: 'Your average cost' }),
  ).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('the range', () => {
  test('is zoomed by wheel and keys, panned by drag and keys, and kept in the URL @once', async ({
    page,
  }) => {
    await signUp(page, server.url, newEmail());
    await open(page);
    const box = await boxOf(cursor(page));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -300);
    await expect.poll(() => ownDays(page)).toBeLessThan(6.5);
    const zoomed = page.url();
    await page.mouse.down();
    await page.mouse.move(x + 200, y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => page.url()).not.toBe(zoomed);
    const panned = page.url();
    const dates = await page.locator('[data-part="brush-dates"]').textContent();

    await page.goto('about:blank');
    await page.goto(panned);
    await expect(page.locator('[data-part="brush-dates"]')).toHaveText(dates!);
    await expect(chart(page).locator('[data-part="span"]')).toHaveText(dates!);

    await cursor(page).focus();
    const before = ownDays(page)!;
    await page.keyboard.press('+');
    await expect.poll(() => ownDays(page)).toBeCloseTo(before / 1.5, 2);
    await page.keyboard.press('-');
    await expect.poll(() => ownDays(page)).toBeCloseTo(before, 2);
    const there = page.url();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => page.url()).not.toBe(there);
    expect(ownDays(page)).toBeCloseTo(before, 2);
    await page.keyboard.press('Home');
    await expect.poll(() => ownDays(page)).toBeNull();
    await expect(chart(page).getByText('7 days', { exact: true })).toBeVisible();
  });

  test('is moved and resized on the brush, by mouse and keys, and shows its dates @once', async ({
    page,
  }) => {
    await signUp(page, server.url, newEmail());
    await open(page);
    const window = brushWindow(page);
    // Seven days out of years would be a sliver, so the window has a minimum width.
    await expect.poll(async () => (await boxOf(window)).width).toBeGreaterThanOrEqual(24);
    await window.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const brush = await boxOf(page.locator('[data-part="brush"] > div'));
    // The brush ignores clicks until its history has arrived.
    await expect(async () => {
      await page.mouse.click(brush.x + brush.width / 2, brush.y + 20);
      expect(ownDays(page)).toBeCloseTo(7, 1);
    }).toPass();
    const start = page.getByRole('slider', { name: 'Start of the range' });
    await start.focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => ownDays(page)).toBeGreaterThan(7);
    const longer = ownDays(page)!;
    const box = await boxOf(start);
    await page.mouse.move(box.x + 3, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x - 150, box.y + 10, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => ownDays(page)).toBeGreaterThan(longer * 2);
    await expect(page.locator('[data-part="brush-dates"]')).toHaveText(/\d{4}/);
    await expect(chart(page).locator('[data-part="line"]')).toBeVisible();
  });

  test('stays within a visitor’s seven days, whatever the URL requests @once', async ({ page }) => {
    await open(page, '?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z&range=365');
    await expect(page.locator('[data-part="brush"]')).toContainText('of 7 days');
    await expect(chart(page).locator('[data-part="line"]')).toBeVisible();
  });

  test('is zoomed by two fingers @phone', async ({ page }) => {
    await open(page);
    const box = await boxOf(cursor(page));
    const y = box.y + 100;
    const session = await page.context().newCDPSession(page);
    const touch = (type: string, xs: number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: xs.map((x, id) => ({ x: box.x + x, y, id })),
      });
    await touch('touchStart', [100, 140]);
    await touch('touchMove', [90, 160]);
    await touch('touchMove', [60, 200]);
    await touch('touchEnd', []);
    await expect.poll(() => ownDays(page)).toBeLessThan(3);
  });
});

test.describe('the tools', () => {
  test('compare with another coin in percent, and a link shows the same @once', async ({ page }) => {
    await open(page);
    await chart(page).getByRole('button', { name: 'Chart tools' }).click();
    await page.getByRole('button', { name: 'ETH', exact: true }).click();
    await expect(page).toHaveURL(/compare=ethereum/);
    await expect(chart(page).locator('[data-part="compared"]')).toBeVisible();
    await expect(chart(page).locator('[data-part="price-axis"]').first()).toHaveText(/%$/);
    const picker = page.getByRole('combobox', { name: 'Compare with' });
    await picker.fill('solana');
    await page
      .getByRole('option', { name: /Solana/ })
      .first()
      .click();
    await expect(page).toHaveURL(/compare=solana/);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(chart(page).locator('[data-part="compared"]')).toBeVisible();
    await chart(page).getByRole('button', { name: 'Remove SOL' }).click();
    await expect(chart(page).locator('[data-part="compared"]')).toHaveCount(0);
    await expect(page).not.toHaveURL(/compare/);
  });

  test('draw averages, the relative strength index and a log scale, each with its formula @long', async ({
    page,
  }) => {
    await open(page);
    await chart(page).getByRole('button', { name: 'Chart tools' }).click();
    const panel = page.getByRole('dialog', { name: 'Chart tools' });
    await expect(panel.getByRole('button', { name: '30', exact: true })).toHaveAttribute('title', /÷ 30/);
    await panel.getByRole('button', { name: '7', exact: true }).click();
    await panel.getByRole('button', { name: '30', exact: true }).click();
    await panel.getByRole('button', { name: 'RSI 14' }).click();
    await panel.getByRole('button', { name: 'Log' }).click();
    await expect(chart(page).locator('[data-part="average"]')).toHaveCount(2);
    await expect(chart(page).locator('[data-part="rsi"]')).toBeVisible();
    const { violations } = await createAxe(page, 'light').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(chart(page).getByRole('button', { name: 'Remove RSI 14' })).toHaveAttribute(
      'title',
      /Wilder/,
    );
    await expect(page).toHaveURL(/scale=log&average=7%2C30&rsi=1/);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test('load when first used @once @long', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    await open(page);
    const isTool = (url: string) => /tools-panel|indicator-lines/.test(url);
    expect(scripts.filter(isTool)).toEqual([]);
    await chart(page).getByRole('button', { name: 'Chart tools' }).click();
    await expect(page.getByRole('dialog', { name: 'Chart tools' })).toBeVisible();
    expect(scripts.filter(isTool).length).toBeGreaterThan(0);
  });
});
