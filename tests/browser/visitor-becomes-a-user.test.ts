import { expect, type Page, test } from '@playwright/test';
import { inboxPath, readCode, signIn, signUp } from '../support/accounts/local-inbox.ts';
import { createAxe } from '../support/accounts/user-page.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage, waitForHydration, watchPage } from '../support/watch-page.ts';

const server = serveSite('sign-up');
let number = 0;

const open = (page: Page, path: string) => openPage(page, server.url + path);
const newEmail = () => `mara.${++number}@example.com`;
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 900;
const banner = (page: Page) => page.getByRole('link', { name: 'Enter code' });
const main = (page: Page) => page.getByRole('main');
const token = (page: Page) => page.evaluate(() => localStorage.getItem('authToken'));

/** Opens the part that shows who is signed in: the bar or, on a phone, the menu. */
async function openAccountBar(page: Page) {
  if (!isPhone(page)) return page.getByRole('banner');
  await page.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

async function signOut(page: Page) {
  await (await openAccountBar(page)).getByRole('button', { name: 'Sign Out' }).click();
}

async function expectSignedIn(page: Page, email: string) {
  const bar = await openAccountBar(page);
  await expect(bar.getByRole('link', { name: email })).toBeVisible();
  for (const name of ['Portfolio', 'Watchlist']) await expect(bar.getByRole('link', { name })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  if (isPhone(page)) await page.keyboard.press('Escape');
}

async function expectSignedOut(page: Page) {
  const bar = await openAccountBar(page);
  await expect(bar.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Watchlist' })).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
  if (isPhone(page)) await page.keyboard.press('Escape');
}

/** Adds a coin to the signed-in user's watchlist. */
async function watchBitcoin(page: Page) {
  const status = await page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem('authToken')}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ coinId: 'bitcoin', symbol: 'btc', name: 'Bitcoin' });
    return (await fetch('/api/watchlist', { method: 'POST', headers, body })).status;
  });
  expect(status).toBe(201);
}

async function listWatched(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('authToken')}` };
    const items = (await (await fetch('/api/watchlist', { headers })).json()) as { coinId: string }[];
    return items.map(({ coinId }) => coinId);
  });
}

test('a visitor signs up with an address, and verifies it with the code from the local inbox @both', async ({
  page,
}) => {
  const email = newEmail();
  const watched = watchPage(page);
  // The inbox link printed by the server, which this tab remembers.
  await open(page, inboxPath(server.url));
  await expect(page).toHaveURL(`${server.url}/inbox`);
  await signUp(page, server.url, email);
  await expectSignedIn(page, email);
  await banner(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code');
  await expect(main(page)).toContainText(email);
  await page.getByRole('link', { name: 'Open the local inbox' }).click();
  const mail = page.getByRole('article').filter({ hasText: `To ${email}` });
  const code = await mail.getByRole('code').textContent();
  await page.goBack();
  await page.getByLabel('Code').fill((code ?? '').replace('-', ' ').toLowerCase());
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL(`${server.url}/`);
  await expect(page.getByText('Email verified', { exact: true })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.reload();
  await expectSignedIn(page, email);
  await expect(banner(page)).toHaveCount(0);
  watched.expectNoProblems();
});

test('a user signs out, signs in again by code and finds everything unchanged', async ({ page }) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await watchBitcoin(page);
  await signIn(page, server.url, email);
  await open(page, '/account');
  await signOut(page);
  await page.waitForURL(`${server.url}/`);
  await expectSignedOut(page);
  expect(await token(page)).toBeNull();
  await signIn(page, server.url, email.toUpperCase());
  await expectSignedIn(page, email);
  expect(await listWatched(page)).toEqual(['bitcoin']);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed in');
});

test('a second browser gains nothing by knowing the address @once @long', async ({ page, browser }) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await watchBitcoin(page);
  await signIn(page, server.url, email);
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(`${server.url}/signin`);
  await stranger.getByLabel('Email address').fill(email);
  await stranger.getByRole('button', { name: 'Send code' }).click();
  await stranger.getByLabel('Code').fill('0000-0000');
  await stranger.getByRole('button', { name: 'Sign In' }).click();
  await expect(stranger.getByRole('alert')).toHaveText('That code is not valid or has expired.');
  expect(await token(stranger)).toBeNull();
  await signUp(stranger, server.url, email);
  expect(await listWatched(stranger)).toEqual([]);
  await context.close();
});

test('the link in the e-mail does nothing until its button is pressed @once', async ({ page }) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await open(page, inboxPath(server.url));
  const welcome = page.getByRole('article').filter({ hasText: `To ${email}` });
  await welcome.getByRole('link', { name: /\/signin\/verify#/ }).click();
  await main(page).getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email verified', { exact: true })).toBeVisible();
  await signOut(page);
  await page.waitForURL(`${server.url}/`);
  await open(page, '/signin');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  const code = await readCode(server.url, email);
  await page.getByRole('link', { name: 'Open the local inbox' }).click();
  await page.getByRole('link', { name: new RegExp(`/signin/verify#.*${code}`) }).click();
  await expect(main(page)).toContainText(email);
  expect(await token(page)).toBeNull();
  await main(page).getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${server.url}/`);
  await expectSignedIn(page, email);
});

test('signing out in one tab signs out all, even offline @once @long', async ({ page, context }) => {
  await signUp(page, server.url, newEmail());
  const other = await context.newPage();
  await openPage(other, `${server.url}/account`);
  await expect(other.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await page.bringToFront();
  const bar = await openAccountBar(page);
  await context.setOffline(true);
  await bar.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByText('Sign in to see your account')).toBeVisible();
  expect(await token(other)).toBeNull();
  await context.setOffline(false);
  await expectSignedOut(page);
});

test('a forged, expired or malformed token is dropped @once @long', async ({ page }) => {
  await open(page, '/news');
  const forge = (exp: number) =>
    `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub: 'x', sid: 'y', exp }))}.x`;
  for (const forged of ['nonsense', forge(1), forge(4_000_000_000)]) {
    await page.evaluate((text) => localStorage.setItem('authToken', text), forged);
    await page.reload();
    await expectSignedOut(page);
    await expect.poll(() => token(page)).toBeNull();
  }
});

test('a session ended elsewhere ends here at the next call @once @long', async ({ page, browser }) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await signIn(page, server.url, email);
  const context = await browser.newContext();
  const elsewhere = await context.newPage();
  await signIn(elsewhere, server.url, email);
  await openPage(elsewhere, `${server.url}/account`);
  await elsewhere.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = elsewhere.getByRole('dialog', { name: 'Sign out everywhere else?' });
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(question).toHaveCount(0);
  await context.close();
  await page.reload();
  await expectSignedOut(page);
});

test('a failure is shown on the page, in the server’s words or our own @once @long', async ({ page }) => {
  await open(page, '/signup');
  const submit = main(page).getByRole('button', { name: 'Sign Up' });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText([
    'First name is required',
    'Last name is required',
    'Email is required',
  ]);
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('First name').fill('Mara');
  await page.getByLabel('Last name').fill('Lindt');
  await page.getByLabel('Email address').fill('mara');
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Must be an email address');
  await page.getByLabel('Email address').fill(newEmail());
  const answers = [
    ['Sign up failed. Please try again.', (route) => route.abort()],
    ['Sign up failed', (route) => route.fulfill({ status: 502, body: '<html>' })],
    [
      'Not now.',
      (route) => route.fulfill({ status: 429, body: '{"message":"Not now.","code":"rate_limited"}' }),
    ],
  ] as const satisfies [string, Parameters<Page['route']>[1]][];
  for (const [text, answer] of answers) {
    await page.route('**/api/auth/signup', answer);
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText(text);
    await page.unroute('**/api/auth/signup');
  }
  await open(page, '/signin');
  await page.getByLabel('Email address').fill(newEmail());
  await page.route('**/api/auth/signin', (route) => route.abort());
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('alert')).toHaveText('Sign in failed. Please try again.');
});

test('input typed before the page is ready is kept @once', async ({ page }) => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`${server.url}/signin`, { waitUntil: 'commit' });
  await page.getByLabel('Email address').fill('early@example.com');
  await expect(page.getByRole('button', { name: 'Send code' })).toBeDisabled();
  release();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code');
  await expect(main(page)).toContainText('early@example.com');
});

test('a double press sends one request, and the chosen plan leads to its payment @once', async ({ page }) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/signup')) requests += 1;
  });
  await open(page, '/signup?plan=pro&subscribe=true');
  await main(page).getByRole('link', { name: 'Sign In' }).click();
  await expect(main(page)).toContainText('You need an account to subscribe to Pro.');
  await main(page).getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('First name').fill('Mara');
  await page.getByLabel('Last name').fill('Lindt');
  await page.getByLabel('Email address').fill(newEmail());
  await main(page).getByRole('button', { name: 'Sign Up' }).dblclick();
  await page.waitForURL(`${server.url}/subscribe?plan=pro`);
  expect(requests).toBe(1);
});

test('users who forgot a password are told that a code is enough @once @long', async ({ page }) => {
  const email = newEmail();
  await open(page, '/forgot-password');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  expect(await readCode(server.url, email)).toMatch(/^\w{4}-\w{4}$/);
  await page.getByRole('button', { name: 'Try Different Email' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue('');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL(`${server.url}/signin`);
  await main(page).getByRole('link', { name: 'Browse Markets' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('nothing moves once the page knows its user, and its HTML has nothing about the user', async ({
  page,
}) => {
  const email = newEmail();
  await signUp(page, server.url, email);
  await expect(banner(page)).toBeVisible();
  for (const path of ['/news', '/account']) {
    const watched = watchPage(page);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = entry as PerformanceEntry & { value: number };
          Object.assign(window, { shifts: (Reflect.get(window, 'shifts') ?? 0) + shift.value });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const answer = await page.goto(server.url + path);
    expect(await answer?.text()).not.toContain(email);
    await expect(banner(page)).toBeVisible();
    await waitForHydration(page);
    await expectSignedIn(page, email);
    if (path === '/news')
      expect(await page.evaluate(() => Reflect.get(window, 'shifts') ?? 0)).toBeLessThan(0.005);
    watched.expectNoProblems();
  }
});

for (const [theme, tag] of [
  ['light', ' @once'],
  ['dark', ' @long'],
] as const) {
  test(`axe finds nothing on the account pages, ${theme}${tag}`, async ({ page }) => {
    const email = `with.an.address.longer.than.a.phone.is.wide.${newEmail()}`;
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const check = async (where: string) => {
      await page.mouse.move(0, 0);
      const { violations } = await createAxe(page, theme).analyze();
      expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes[0]?.html}`)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width, where).toBeLessThanOrEqual(0);
    };
    for (const path of ['/signup', '/signin', '/forgot-password', '/signin/verify', '/account', '/inbox']) {
      await open(page, path);
      await check(path);
    }
    await open(page, '/signup');
    await main(page).getByRole('button', { name: 'Sign Up' }).click();
    await check('errors');
    await signUp(page, server.url, email);
    if (isPhone(page)) {
      await openAccountBar(page);
      await check('menu');
      await expect(page.getByRole('button', { name: 'Close menu' })).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
    }
    await banner(page).click();
    await check('code');
    await signIn(page, server.url, email);
    await open(page, '/account');
    await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
    await check('account');
    await open(page, inboxPath(server.url));
    await expect(page.getByRole('article').first()).toBeVisible();
    await check('inbox');
  });
}
