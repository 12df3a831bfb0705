import { expect, type Page, test } from '@playwright/test';
import type { Coin, CoinDetail } from '../../contract/market.ts';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs, expectAccessible } from '../support/accounts/user-page.ts';
import { type ComparedCurrency, expectConverted, symbolOf } from '../support/market/converted-money.ts';
import {
  currencyButton as button,
  currencyDialog as dialog,
  serveCurrencies,
} from '../support/market/currency-site.ts';
import { isRounded, readMoney, settleShownMoney } from '../support/market/shown-money.ts';
import { watchPage } from '../support/watch-page.ts';

const { site: server, read, rateOf, open } = serveCurrencies('visitor-currency');

/** The operator's text, which doesn't depend on the currency. */
const claims = '$2.5M+';
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const price = (page: Page) => page.locator('[data-part="coin-head"] [data-part="price"]');

async function setCurrency(page: Page, code: string): Promise<void> {
  await page.context().addCookies([{ name: 'altimeter-currency', value: code, url: server.url }]);
}

/** Public pages. On some of them amounts are always in dollars: plans, lessons, articles. */
const publicPages = [
  ['/', ''],
  ['/coin/bitcoin', ''],
  ['/coin/pepe', ''],
  ['/markets', ''],
  ['/news', ''],
  ['/watchlist', ''],
  ['/pricing', 'dollars'],
  ['/subscribe', 'dollars'],
  ['/learn', 'dollars'],
  ['/about', 'dollars'],
  ['/contact', ''],
  ['/blog', 'dollars'],
  ['/blog/percentages-do-not-add-up', 'dollars'],
  ['/portfolio', ''],
  ['/alerts', ''],
  ['/account', ''],
  ['/signup', ''],
  ['/signin', ''],
  ['/privacy', ''],
  ['/terms', ''],
] as const;
type PublicPage = (typeof publicPages)[number];

async function comparePages(page: Page, code: ComparedCurrency, pages: readonly PublicPage[]) {
  const watched = watchPage(page);
  const rate = await rateOf(code);
  for (const [path, has] of pages) {
    await setCurrency(page, 'usd');
    await open(page, path);
    const dollarFigures = await settleShownMoney(page);
    await setCurrency(page, code);
    await open(page, path);
    await expectConverted(page, { path, code, rate }, dollarFigures, has === 'dollars');
  }
  watched.expectNoProblems();
}

test('price pages show the same in btc as in dollars @once', ({ page }) =>
  comparePages(page, 'btc', publicPages.slice(0, 3)));

for (const [code, tag] of [
  ['btc', ''],
  ['eur', ' @long'],
  ['gbp', ' @long'],
] as const) {
  test(`every page shows the same in ${code} as in dollars @once @long`, ({ page }) =>
    comparePages(page, code, publicPages));

  test(`prices, market caps and volumes in ${code} are the API's dollars times the rate @once${tag}`, async ({
    page,
  }) => {
    const rate = await rateOf(code);
    const coins = await read<Coin[]>('/api/cryptocurrencies?per_page=100');
    await setCurrency(page, code);
    await open(page);
    const rows = page.locator('[data-list="market"] tbody tr:not([data-ad-place])');
    await expect(rows).toHaveCount(100);
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [3, 5, 7].map((cell) => (row as HTMLTableRowElement).cells[cell]!.textContent)),
    );
    const wrong = texts.flatMap((row, index) => {
      const { current_price, market_cap, total_volume, id } = coins[index]!;
      return [current_price, market_cap, total_volume].flatMap((dollars, cell) => {
        const [money] = readMoney(row[cell]!);
        const isRight = money && isRounded(money, dollars! * rate) && money.symbol === symbolOf[code];
        return isRight ? [] : [`${id}: ${row[cell]} is not ${dollars! * rate}`];
      });
    });
    expect(wrong).toEqual([]);
    const { market_data } = await read<CoinDetail>('/api/cryptocurrencies/bitcoin');
    await open(page, '/coin/bitcoin');
    const [head] = readMoney((await price(page).textContent())!);
    expect(isRounded(head!, market_data.current_price.usd! * rate)).toBe(true);
  });
}

test('prices in btc are aligned with the right edge of their heading @once', async ({ page }) => {
  await setCurrency(page, 'btc');
  await open(page);
  const edgeOf = (part: string) =>
    page
      .locator(`[data-list="market"] ${part}`)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right;
      });
  const price = await edgeOf('tbody td:nth-child(4) span');
  expect(Math.abs(price - (await edgeOf('thead th:nth-child(4) button')))).toBeLessThan(2);
});

test('the first HTML is in the cookie’s currency, and stays so after hydration @once', async ({ page }) => {
  await setCurrency(page, 'eur');
  for (const path of ['/', '/coin/bitcoin', '/watchlist', '/news']) {
    const html = await (await page.request.get(server.url + path)).text();
    const [before = ''] = html.split('<script type="application/json"');
    const markup = before.slice(before.indexOf('<div id="root">')).replaceAll(claims, '');
    expect(markup, path).not.toContain('$');
    expect(markup, path).toContain('€');
  }
  const shown: string[] = [];
  await page.exposeFunction('report', (text: string) => shown.push(text));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = document.getElementById('root')?.textContent ?? '';
      if (text.replaceAll('$2.5M+', '').includes('$'))
        Reflect.get(window, 'report')(text.slice(text.indexOf('$') - 40));
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  for (const path of ['/', '/coin/bitcoin', '/markets', '/watchlist', '/news']) {
    await open(page, path);
    await settleShownMoney(page);
  }
  expect(shown).toEqual([]);
});

test('a visitor chooses a currency by keyboard, immediately and for later visits', async ({ page }) => {
  const watched = watchPage(page);
  await open(page, '/coin/bitcoin');
  await expect(price(page)).toHaveText(/^\$/);
  await expect(button(page)).toHaveText('Currency: USD');
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('combobox', { name: 'Currency' })).toBeFocused();
  // The common ones come first.
  const options = dialog(page).getByRole('option');
  await expect(options.first()).toContainText('USD');
  await expect(options.nth(1)).toContainText('EUR');
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(price(page)).toHaveText(/^€[\d,]+\.\d\d$/);
  await expect(button(page)).toBeFocused();
  const euros = await rateOf('eur');
  const { market_data } = await read<CoinDetail>('/api/cryptocurrencies/bitcoin');
  const [shown] = readMoney((await price(page).textContent())!);
  expect(isRounded(shown!, market_data.current_price.usd! * euros)).toBe(true);
  await page.reload();
  await expect(price(page)).toHaveText(/^€/);
  watched.expectNoProblems();
});

test('a visitor finds a currency by its name @long', async ({ page }) => {
  await open(page);
  await button(page).scrollIntoViewIfNeeded();
  if (isPhone(page)) await button(page).tap();
  else await button(page).click();
  const field = dialog(page).getByRole('combobox', { name: 'Currency' });
  await field.fill('swiss');
  const option = dialog(page).getByRole('option');
  await expect(option).toHaveText(/CHF/);
  await field.fill('no such money');
  await expect(dialog(page).getByRole('status')).toHaveText('No currency has that code or name.');
  await field.fill('japan');
  if (isPhone(page)) await option.tap();
  else await option.click();
  const first = page.locator('[data-list="market"] tbody tr').first();
  await expect(first).toContainText(/¥[\d,]+\d/);
  // Volumes have enough digits once they have been fetched again.
  const [coin] = await read<Coin[]>('/api/cryptocurrencies?per_page=1');
  const yenRate = await rateOf('jpy');
  await expect
    .poll(async () => {
      const text = await first.locator('td').nth(7).textContent();
      const [money] = readMoney(text!.replace('¥', '$'));
      return money !== undefined && isRounded(money, coin!.total_volume! * yenRate);
    })
    .toBe(true);
});

test('the search shows the same in eur as in dollars @once @long', async ({ page }) => {
  const listPrices = async (code: string) => {
    await setCurrency(page, code);
    await open(page);
    await page.keyboard.press('/');
    const options = page.getByRole('dialog').getByRole('option');
    await page.keyboard.type('bit');
    await expect(options.filter({ hasText: 'Bitcoin' }).first()).toBeVisible();
    await settleShownMoney(page);
    return (await options.allTextContents()).flatMap(readMoney);
  };
  const ofDollars = await listPrices('usd');
  const ofEuros = await listPrices('eur');
  const rate = await rateOf('eur');
  expect(ofDollars.length).toBeGreaterThan(0);
  expect(ofEuros).toHaveLength(ofDollars.length);
  const wrong = ofEuros.filter(
    (money, index) =>
      money.symbol !== '€' ||
      !isRounded(money, ofDollars[index]!.value * rate, ofDollars[index]!.unit * 0.500001 * rate),
  );
  expect(wrong.map(({ text }) => text)).toEqual([]);
});

test('the search changes the currency @once @long', async ({ page }) => {
  await open(page);
  await page.keyboard.press('/');
  await page.keyboard.type('currency eur');
  await page.getByRole('option', { name: 'Show figures in EUR' }).click();
  await expect(page.locator('[data-list="market"] tbody tr').first()).toContainText('€');
  expect((await page.context().cookies()).find(({ name }) => name === 'altimeter-currency')?.value).toBe(
    'eur',
  );
});

test('a percentage change says that it is in dollars, if the page isn’t @once @long', async ({ page }) => {
  await open(page, '/coin/bitcoin');
  const change = page.locator('[data-part="coin-head"] [data-variant]');
  await expect(change).not.toHaveAttribute('title');
  const inDollars = await change.textContent();
  await setCurrency(page, 'gbp');
  await page.reload();
  await expect(change).toHaveAttribute('title', 'Change in the US dollar price');
  await expect(change).toHaveText(inDollars!);
});

test('a user’s currency is stored in the account: another browser follows from the next load @once', async ({
  page,
}) => {
  await signUp(page, server.url, `lin.${Date.now()}@example.com`);
  await open(page, '/account');
  await page.getByRole('button', { name: 'Change currency' }).click();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/auth/me'),
  );
  await dialog(page).getByRole('option', { name: /^GBP/ }).click();
  expect(((await (await saved).json()) as { displayCurrency: string }).displayCurrency).toBe('gbp');
  // The cookie of a browser with an earlier, different choice.
  await setCurrency(page, 'eur');
  await open(page, '/coin/bitcoin');
  await expect(price(page)).toHaveText(/^€/);
  await expect
    .poll(
      async () => (await page.context().cookies()).find(({ name }) => name === 'altimeter-currency')?.value,
    )
    .toBe('gbp');
  await open(page, '/coin/bitcoin');
  await expect(price(page)).toHaveText(/^£/);
});

test('an alert is created in the currency of the page and keeps it @once @long', async ({ page }) => {
  const watched = watchPage(page);
  await signUp(page, server.url, `olga.${Date.now()}@example.com`);
  await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: 'eur' });
  await open(page, '/coin/bitcoin');
  await page.getByRole('button', { name: 'Set alert' }).click();
  const form = page.getByRole('dialog', { name: 'Create alert' });
  const field = form.getByLabel('Threshold');
  const rate = await rateOf('eur');
  const { market_data } = await read<CoinDetail>('/api/cryptocurrencies/bitcoin');
  const euros = market_data.current_price.usd! * rate;
  // Five percent above the current price, in euros.
  await expect.poll(async () => Number(await field.inputValue())).toBeCloseTo(euros * 1.05, 0);
  await expect(form.getByText(/^Now €/)).toBeVisible();
  await field.fill('99000.5');
  await form.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.locator('[data-toast]')).toContainText('Price rises to €99,000.50 or above');
  const [alert] = await callAs<{ threshold: string; currency: string }[]>(page, 'GET', '/api/alerts');
  expect(alert).toMatchObject({ threshold: '99000.5', currency: 'eur' });
  // A page in dollars draws it at its value in dollars, and shows its euros.
  await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: 'usd' });
  await open(page, '/coin/bitcoin');
  const handle = page.locator('[data-part="alert-handle"]');
  await expect
    .poll(async () => readMoney((await handle.textContent())!)[0]?.value ?? 0)
    .toBeCloseTo(99_000.5 / rate, -2);
  await expect(page.locator('[data-kind="alert"]').getByText('(€99,000.50)')).toBeAttached();
  // It is moved in dollars, but stays an alert in euros.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const moved = (await (await saved).json()) as { threshold: string; currency: string };
  expect(moved.currency).toBe('eur');
  expect(Number(moved.threshold) / 99_000.5).toBeCloseTo(1.005, 3);
  await open(page, '/alerts');
  await expect(page.getByRole('article')).toContainText('now €');
  watched.expectNoProblems();
});
