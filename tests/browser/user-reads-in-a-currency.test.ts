import { expect, type Page, test } from '@playwright/test';
import type { LedgerHoldings } from '../../contract/ledger/figures.ts';
import type { PortfolioPerformance } from '../../contract/portfolio.ts';
import { formatDecimalPercent } from '../../web/lib/decimal-formats.ts';
import { signUp } from '../support/accounts/local-inbox.ts';
import { callAs } from '../support/accounts/user-page.ts';
import { expectConverted } from '../support/market/converted-money.ts';
import {
  currencyButton as button,
  currencyDialog as dialog,
  serveCurrencies,
} from '../support/market/currency-site.ts';
import { isRounded, readMoney, settleShownMoney } from '../support/market/shown-money.ts';
import { watchPage } from '../support/watch-page.ts';

const { site: server, rateOf, open } = serveCurrencies('user-currency');

const bitcoin = { coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
const ether = { coinId: 'ethereum', symbol: 'eth', name: 'Ethereum' };

/** Signs up a user with two coins, bought and partly sold today, so that all figures are at today's rate. */
async function startWithCoins(page: Page, name: string): Promise<void> {
  await signUp(page, server.url, `${name}.${Date.now()}@example.com`);
  await callAs(page, 'POST', '/api/portfolio', { ...bitcoin, amount: '0.5', purchasePrice: '41234.56' });
  await callAs(page, 'POST', '/api/portfolio', { ...ether, amount: '3.25', purchasePrice: '2100' });
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const sale = {
    ...{ type: 'sell', occurredAt: new Date().toISOString() },
    ...{ in: { currency: 'USD', amount: '2345.67' }, out: { coinId: 'ethereum', amount: '0.75' } },
  };
  await callAs(page, 'POST', `/api/portfolios/${portfolio!.id}/transactions`, { transactions: [sale] });
  await callAs(page, 'POST', '/api/watchlist', bitcoin);
}

/** The year in which the current British tax year began, on 6 April. */
const taxYear = new Date(Date.now() - 95 * 86_400_000).getUTCFullYear();

/** A user's pages. Some show amounts that keep the currency of an alert, a transaction or a report. */
const userPages = [
  ['/', 'some'],
  ['/coin/bitcoin', 'some'],
  ['/portfolio', ''],
  ['/portfolio?tab=gains', ''],
  ['/portfolio?tab=methods', ''],
  ['/portfolio?tab=transactions', 'some'],
  ['/portfolio?tab=analytics', ''],
  ['/portfolio?tab=imports', ''],
  [`/portfolio?tab=tax&country=generic&year=${new Date().getUTCFullYear()}`, 'some'],
  [`/portfolio?tab=tax&country=GB&year=${taxYear}`, 'some'],
  ['/watchlist', ''],
  ['/alerts', 'some'],
  ['/account', 'some'],
] as const;

for (const code of ['eur', 'gbp', 'btc'] as const)
  test(`a user’s own pages show the same in ${code} as in dollars @once @long`, async ({ page }) => {
    test.slow();
    const watched = watchPage(page);
    await startWithCoins(page, `ines-${code}`);
    await callAs(page, 'POST', '/api/alerts', {
      ...bitcoin,
      condition: 'price_above',
      threshold: '999999.5',
    });
    const rate = await rateOf(code);
    for (const [path, has] of userPages) {
      await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: 'usd' });
      await open(page, path);
      const ofDollars = await settleShownMoney(page);
      await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: code });
      await open(page, path);
      await expectConverted(page, { path, code, rate }, ofDollars, has === 'some');
    }
    watched.expectNoProblems();
  });

test('no page of a user shows dollars before the user’s currency @once @long', async ({ page }) => {
  await startWithCoins(page, 'noor');
  await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: 'eur' });
  const terms = { condition: 'price_above', threshold: '999999.5', currency: 'eur' };
  await callAs(page, 'POST', '/api/alerts', { ...bitcoin, ...terms });
  const dollars: string[] = [];
  await page.exposeFunction('report', (text: string) => dollars.push(text));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = (document.getElementById('root')?.textContent ?? '').replaceAll('$2.5M+', '');
      const at = text.indexOf('$');
      if (at >= 0)
        Reflect.get(
          window,
          'report',
        )(`${location.pathname}${location.search}: ${text.slice(at - 40, at + 20)}`);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  for (const [path] of userPages) {
    // The transactions keep the dollars in which they were made, and a report its currency.
    if (/transactions|tax|account/.test(path)) continue;
    await open(page, path);
    await settleShownMoney(page);
  }
  expect(dollars).toEqual([]);
});

test('an open portfolio changes the currency of every figure @once', async ({ page }) => {
  const watched = watchPage(page);
  await startWithCoins(page, 'rosa');
  await open(page, '/portfolio');
  const ofDollars = await settleShownMoney(page);
  const day = page.getByRole('region', { name: 'Today by coin' });
  await expect(day).toContainText('$');
  await button(page).click();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/auth/me'),
  );
  await dialog(page).getByRole('option', { name: /^EUR/ }).click();
  await saved;
  await expect(day).toContainText('€');
  const rate = await rateOf('eur');
  await expectConverted(page, { path: '/portfolio', code: 'eur', rate }, ofDollars, false);
  // A holding's 24-hour change is converted at the current rate and rounded to the currency's digits.
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const path = `/api/portfolios/${portfolio!.id}/performance`;
  const performance = await callAs<PortfolioPerformance>(page, 'GET', path);
  const texts = await day.getByRole('listitem').locator('span:last-child').allTextContents();
  const shown = texts.flatMap(readMoney);
  const wrong = performance.holdings.filter(
    ({ change24h }) => !shown.some((money) => isRounded(money, Number(change24h) * rate)),
  );
  expect(wrong.map(({ change24h }) => `${change24h} × ${rate} is not in ${texts.join(', ')}`)).toEqual([]);
  watched.expectNoProblems();
});

test('the form of a sale shows lots and the effect in the currency of the page @once @long', async ({
  page,
}) => {
  const watched = watchPage(page);
  await startWithCoins(page, 'omar');
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const path = `/api/portfolios/${portfolio!.id}`;
  const purchase = {
    ...{ type: 'buy', occurredAt: '2024-05-01T12:00:00Z' },
    ...{ in: { coinId: 'bitcoin', amount: '0.2' }, out: { currency: 'USD', amount: '8246.92' } },
  };
  await callAs(page, 'POST', `${path}/transactions`, { transactions: [purchase] });
  await callAs(page, 'PUT', `${path}/settings`, { method: 'specific' });
  await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: 'eur' });
  await open(page, '/portfolio?tab=transactions');
  await page.keyboard.press('n');
  const form = page.getByRole('region', { name: 'Add transaction' });
  await form.getByRole('button', { name: 'Sell', exact: true }).click();
  const picker = form.getByRole('combobox', { name: 'You sold' });
  await picker.click();
  await picker.fill('Bitcoin');
  await form.getByRole('option', { name: 'Bitcoin' }).first().click();
  const {
    lots: [lot],
  } = await callAs<{ lots: { unitCost: string }[] }>(page, 'GET', `${path}/lots?coin=bitcoin&currency=eur`);
  const lots = form.getByRole('group', { name: 'Lots to take from' });
  await expect(lots).toContainText('each');
  const [each] = readMoney((await lots.textContent())!);
  expect(each?.symbol).toBe('€');
  expect(isRounded(each!, Number(lot!.unitCost))).toBe(true);
  await form.getByLabel('Amount', { exact: true }).fill('0.1');
  await form.getByLabel('Total received ($)').fill('6000');
  await expect(page.getByRole('region', { name: 'What this does' })).toContainText(/proceeds €/);
  watched.expectNoProblems();
});

test('a gain in bitcoin is the same on the coin page, the market page and in the portfolio @once', async ({
  page,
}) => {
  const watched = watchPage(page);
  await signUp(page, server.url, `edda.${Date.now()}@example.com`);
  const [portfolio] = await callAs<{ id: string }[]>(page, 'GET', '/api/portfolios');
  const path = `/api/portfolios/${portfolio!.id}`;
  const buy = (coinId: string, amount: string, paid: string) => ({
    ...{ type: 'buy', occurredAt: '2024-05-01T12:00:00Z' },
    ...{ in: { coinId, amount }, out: { currency: 'USD', amount: paid } },
  });
  const transactions = [
    buy('ethereum', '3', '6000'),
    buy('solana', '10', '1200'),
    buy('cardano', '900', '400'),
  ];
  await callAs(page, 'POST', `${path}/transactions`, { transactions });
  await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: 'btc' });
  const read = (currency: string) =>
    callAs<LedgerHoldings>(page, 'GET', `${path}/holdings?currency=${currency}`);
  const [inBitcoin, inDollars] = [await read('BTC'), await read('USD')];
  const etherOf = ({ holdings }: LedgerHoldings) => holdings.find(({ coinId }) => coinId === 'ethereum')!;
  const cost = Number(etherOf(inBitcoin).averageCost);
  const rate = await rateOf('btc');
  // At today's rate the cost would be a different one.
  expect(Math.abs(Number(etherOf(inDollars).averageCost) * rate - cost)).toBeGreaterThan(cost / 1000);

  await open(page, '/coin/ethereum');
  const holding = page.locator('[data-part="coin-holding"]');
  await expect(holding).toContainText('Average cost');
  const figures = readMoney((await holding.textContent())!);
  const { averageCost, unrealized } = etherOf(inBitcoin);
  for (const text of [averageCost, unrealized])
    expect(figures.some((money) => isRounded(money, Math.abs(Number(text))))).toBe(true);

  const percent = formatDecimalPercent(inBitcoin.totals.unrealizedPercent);
  expect(percent).not.toBe(formatDecimalPercent(inDollars.totals.unrealizedPercent));
  await open(page, '/');
  await expect(page.getByRole('region', { name: 'Portfolio' })).toContainText(percent);
  await open(page, '/portfolio');
  await expect(page.locator('[data-part="figure"]').filter({ hasText: 'Total P&L' })).toContainText(percent);
  await open(page, '/portfolio?tab=analytics');
  const gains = page.getByRole('region', { name: 'Analytics' });
  await expect(gains).toContainText('Best in BTC');
  const best = inBitcoin.holdings
    .map(({ unrealizedPercent }) => Number(unrealizedPercent))
    .sort((a, b) => b - a);
  await expect(gains).toContainText(formatDecimalPercent(String(best[0])));
  watched.expectNoProblems();
});

test('several positions of one coin have no best and worst among them in bitcoin @once', async ({ page }) => {
  const watched = watchPage(page);
  await signUp(page, server.url, `ezra.${Date.now()}@example.com`);
  for (const purchasePrice of ['2100', '2200', '2300'])
    await callAs(page, 'POST', '/api/portfolio', { ...ether, amount: '1', purchasePrice });
  await callAs(page, 'PUT', '/api/auth/me', { displayCurrency: 'btc' });
  await open(page, '/portfolio?tab=analytics');
  const gains = page.getByRole('region', { name: 'Analytics' });
  await expect(gains).toContainText('appear here once three of them have a purchase price');
  watched.expectNoProblems();
});
