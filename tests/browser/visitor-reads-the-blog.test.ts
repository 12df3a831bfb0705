import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage, watchPage } from '../support/watch-page.ts';

const server = serveSite('blog');

const open = (page: Page, path: string) => openPage(page, server.url + path);
const cards = (page: Page) => page.getByRole('main').getByRole('article');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a visitor chooses a category, reads an article, and continues to a related one', async ({ page }) => {
  const watched = watchPage(page);
  await open(page, '/blog');
  await expect(heading(page)).toHaveText('Crypto Knowledge Hub');
  await expect(cards(page)).toHaveCount(6);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tutorial' }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(page).toHaveURL(`${server.url}/blog?category=tutorial`);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(cards(page)).toHaveCount(6);

  await page.getByRole('link', { name: 'Percentages do not add up' }).click();
  await expect(heading(page)).toHaveText('Percentages do not add up');
  await expect(page.getByRole('table')).toContainText('$1,850');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Your portfolio in ten minutes' }).click();
  await expect(heading(page)).toHaveText('Your portfolio in ten minutes, with the right purchase prices');
  watched.expectNoProblems();
});

test('an article can be opened by its URL in any case; a missing one cannot @once @long', async ({
  page,
}) => {
  const watched = watchPage(page);
  await open(page, '/blog/What-Halvings-Can-Prove');
  await expect(page.getByText('Everybody knows the date')).toBeVisible();
  watched.expectNoProblems();
  expect((await page.goto(`${server.url}/blog/nothing-of-the-kind`))?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Page Not Found');
});

test('the pages about the site say who runs it, what is stored and the terms @long', async ({ page }) => {
  const watched = watchPage(page);
  await open(page, '/about');
  for (const value of ['Security First', 'User-Centric', 'Innovation', 'Transparency'])
    await expect(page.getByRole('heading', { name: value })).toBeVisible();
  for (const claim of ['10,000+', '100+', '99.9%', '50+', '$2.5M+', '2025'])
    await expect(page.getByRole('main').getByText(claim, { exact: true })).toBeVisible();
  await expectAccessible(page);
  const today = new Intl.DateTimeFormat('en-GB', { month: 'long', day: 'numeric', year: 'numeric' });
  for (const [path, title] of [
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
  ] as const) {
    await open(page, path);
    await expect(heading(page)).toHaveText(title);
    await expect(page.getByText(`Last updated: ${today.format()}`)).toBeVisible();
    await expect(page.getByText(/^Version \d/)).toBeVisible();
    await expectAccessible(page);
  }
  watched.expectNoProblems();
});
