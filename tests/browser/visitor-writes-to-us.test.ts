import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { inboxPath, listMails } from '../support/accounts/local-inbox.ts';
import { expectAccessible } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import { serveSite } from '../support/test-site.ts';
import { boxOf, openPage, waitForHydration, watchPage } from '../support/watch-page.ts';

const server = serveSite('contact');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);
const toast = (page: Page) => page.getByRole('region', { name: /Notification/ });
const guides = (page: Page) => page.getByRole('region', { name: 'Take a guide with you' });
const popup = (page: Page) => page.getByRole('complementary', { name: /^Free guide/ });
const newAddress = () => `reader.${++number}@example.com`;

/** The link with a path in the newest e-mail to an address. */
async function linkTo(email: string, path: string): Promise<string> {
  const [mail] = await listMails(server.url, email);
  const link = new RegExp(`${server.url}${path}\\S*`).exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error(`No link to ${path} was mailed to ${email}.`);
  return link;
}

test('a visitor writes to support, and success is shown only once the message has arrived', async ({
  page,
}) => {
  const watched = watchPage(page);
  const email = newAddress();
  await open(page, '/contact');
  await expect(page.getByText('We respond within 24 hours.')).toBeVisible();
  await expect(page.getByText('9 AM to 6 PM EST', { exact: true })).toBeVisible();
  await expect(page.getByText('10 AM to 4 PM EST', { exact: true })).toBeVisible();
  await page.getByText('How often are prices updated?').click();
  await expect(page.getByText('Every 60 seconds.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.getByLabel('Full name').fill('Mara Lindt');
  await page.getByLabel('Email address').fill('mara');
  await page.getByLabel('Subject').fill('A question');
  await page.getByLabel('Message', { exact: true }).fill('First line.\nSecond line.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Must be an email address')).toBeVisible();
  await page.getByLabel('Email address').fill(email);
  watched.expectNoProblems();

  await page.route('**/api/contact', (route) => route.abort());
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert')).toHaveText('The message could not be sent. Please try again.');
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('First line.\nSecond line.');
  await page.unroute('**/api/contact');

  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toast(page).getByText('Message sent successfully!')).toBeVisible();
  await expect(toast(page).getByText("We'll get back to you within 24 hours.")).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
  const mails = await listMails(server.url, `support@${new URL(server.url).hostname}`);
  expect(mails.filter(({ text }) => text.includes(email) && text.includes('Second line.'))).toHaveLength(1);
});

test('a visitor requests a guide, and reads it by the link in the e-mail', async ({ page }) => {
  const watched = watchPage(page);
  const email = newAddress();
  // On a busy machine the popup could otherwise open during the test.
  await page.addInitScript(() => localStorage.setItem('altimeter:lead-popup', 'shown'));
  await open(page, '/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(guides(page)).toBeVisible();
  const send = guides(page).getByRole('button', { name: 'Send Me the Guide' });
  await expect(send).toBeDisabled();
  await guides(page)
    .getByRole('radio', { name: /Ready for the Tax Report/ })
    .check();
  await guides(page).getByLabel('Email address').fill(email);
  await expectAccessible(page, '[data-part="guides"]');
  watched.expectNoProblems();

  await page.route('**/api/leads', (route) => route.abort());
  await send.click();
  await expect(toast(page).getByText('Something went wrong')).toBeVisible();
  await expect(toast(page).getByText('Please try again or contact support.')).toBeVisible();
  await page.unroute('**/api/leads');
  await send.click();
  await expect(guides(page).getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();
  await expect(toast(page).getByText('Success! 🎉')).toBeVisible();
  await expect(toast(page).getByText('Check your email for the download link.')).toBeVisible();

  // Another guide can be requested immediately, with the same address.
  await guides(page)
    .getByRole('radio', { name: /The Portfolio Kit/ })
    .check();
  await expect(guides(page).getByLabel('Email address')).toHaveValue(email);
  await expect(send).toBeEnabled();

  const guide = await fetch(await linkTo(email, '/guides/tax-report.pdf'));
  expect(guide.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await guide.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  await open(page, inboxPath(server.url));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /tax-report\.pdf$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
});

test('the popup comes once, after thirty seconds, and never over another dialog @once', async ({ page }) => {
  await page.clock.install();
  await open(page, '/');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(keys).toBeVisible();
  await expect(popup(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeVisible();
  await expect(popup(page).getByText('more than 10,000 investors')).toBeVisible();
  await expectAccessible(page, 'aside:has(form)');

  const email = newAddress();
  await popup(page).getByLabel('Email address').fill(email);
  await popup(page).getByRole('button', { name: 'Send Me the Guide' }).click();
  await expect(popup(page).getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();
  await linkTo(email, '/guides/market-analysis.pdf');
  await page.keyboard.press('Escape');
  await expect(popup(page)).toBeHidden();
  await page.reload();
  await waitForHydration(page);
  await page.clock.runFor(60_000);
  await expect(popup(page)).toHaveCount(0);
});

test('the popup makes only the operator’s claims about readers, or none @once @long', async ({ page }) => {
  const file = join(server.dataDir, 'site.json');
  const cases = [
    { claims: { investors: 'seven investors' }, line: 'Join seven investors who track with Sextant.' },
    { claims: {}, line: null },
  ];
  for (const { claims, line } of cases) {
    await writeFile(file, JSON.stringify({ name: 'Sextant', claims }));
    const own = await startAppServer({ MARKET_PROVIDER: 'simulated', SITE_FILE: file });
    try {
      await page.clock.install();
      await openPage(page, `${own.url}/`);
      await page.clock.runFor(31_000);
      await expect(popup(page)).toBeVisible();
      if (line) await expect(popup(page).getByText(line)).toBeVisible();
      else await expect(popup(page).getByText(/investors/)).toHaveCount(0);
    } finally {
      await own.stop();
    }
  }
});

test('the popup blocks nothing: the page behind it stays usable, and Escape closes it from anywhere @long', async ({
  page,
}) => {
  await page.clock.install();
  await open(page, '/');
  const theme = page.locator('html');
  const before = await theme.getAttribute('data-theme');
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  const hadFocus = await focused();
  await page.clock.runFor(31_000);
  await expect(popup(page)).toBeVisible();
  expect(await focused()).toBe(hadFocus);
  expect(await page.locator('[data-part="overlay"]').count()).toBe(0);

  // Keys and clicks reach the page, and it scrolls.
  await page.keyboard.press('t');
  await expect(theme).not.toHaveAttribute('data-theme', before!);
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
  await page.evaluate(() => scrollTo(0, 0));
  const coin = page
    .locator('table')
    .getByRole('link', { name: /Bitcoin/ })
    .first();
  await coin.focus();
  await expect(coin).toBeFocused();
  await expect(popup(page)).toBeVisible();
  const [card, room] = [await boxOf(popup(page)), page.viewportSize()!];
  expect(card.y).toBeGreaterThan(room.height * 0.3);
  expect(card.x).toBeLessThan(room.width / 4);

  // Tab moves the focus out of it.
  const close = popup(page).getByRole('button', { name: 'Close the guide' });
  await close.focus();
  await page.keyboard.press('Tab');
  await expect(close).not.toBeFocused();
  expect(await popup(page).evaluate((aside) => aside.contains(document.activeElement))).toBe(false);
  await coin.focus();
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);
  await expect(coin).toBeFocused();
  await coin.press('Enter');
  await expect(page).toHaveURL(`${server.url}/coin/bitcoin`);
  await open(page, '/');
  await page.clock.runFor(60_000);
  await expect(popup(page)).toHaveCount(0);
});

test('closing the popup from within moves the focus to the page @once @long', async ({ page }) => {
  await page.clock.install();
  await open(page, '/');
  await page.clock.runFor(31_000);
  await popup(page).getByRole('button', { name: 'Close the guide' }).press('Enter');
  await expect(popup(page)).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
});

test('a reader subscribes to the newsletter by a link that waits for a button to be pressed, and unsubscribes the same way', async ({
  page,
}) => {
  const watched = watchPage(page);
  const email = newAddress();
  await open(page, '/blog');
  const block = page.getByRole('region', { name: 'New articles by email' });
  await block.getByLabel('Email address').fill(email);
  await block.getByRole('button', { name: 'Subscribe' }).click();
  await expect(block.getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();

  const [confirm, unsubscribe] = [
    await linkTo(email, '/newsletter/confirm'),
    await linkTo(email, '/unsubscribe'),
  ];
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
  });
  await openPage(page, confirm);
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  expect(calls).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('You are subscribed to the newsletter.')).toBeVisible();

  await openPage(page, unsubscribe);
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeEnabled();
  expect(calls).toEqual(['/api/leads/confirm']);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText(/^You are unsubscribed/)).toBeVisible();
  watched.expectNoProblems();

  await openPage(page, `${server.url}/unsubscribe#made-up`);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid.');
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeFocused();
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact support' })).toBeVisible();
  await open(page, '/newsletter/confirm');
  await expect(page.getByText('This link is incomplete.')).toBeVisible();
});
