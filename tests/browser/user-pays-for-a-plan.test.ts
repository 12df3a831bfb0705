import { expect, test } from '@playwright/test';
import { enterCode, signIn, signUp } from '../support/accounts/local-inbox.ts';
import { expectAccessible } from '../support/accounts/user-page.ts';
import { startAppServer } from '../support/app-server.ts';
import { FakeStripe } from '../support/billing/fake-stripe.ts';
import type { ChildServer } from '../support/child-server.ts';
import { openPage } from '../support/watch-page.ts';

const market = { MARKET_PROVIDER: 'simulated', AUTH_RATE_LIMIT: 'off' };
const notConfigured =
  'Stripe payment processing is not configured yet. Please contact support to subscribe manually.';

const stripe = new FakeStripe();
let server: ChildServer;

test.beforeAll(async () => {
  await stripe.start();
  server = await startAppServer({ ...market, ...stripe.env });
});
test.afterAll(async () => {
  await server?.stop();
  await stripe.stop();
});

test('a plan is chosen, paid, active immediately, and managed at Stripe', async ({ page }) => {
  const email = 'paula@example.com';
  await openPage(page, `${server.url}/subscribe?plan=gold`);
  await expect(page.getByRole('heading', { name: 'Invalid Plan Selected' })).toBeVisible();
  await openPage(page, `${server.url}/subscribe?plan=pro`);
  await expect(page).toHaveURL(/\/signin$/);
  const newcomer = page.getByRole('main').getByRole('link', { name: 'Sign Up' });
  await expect(newcomer).toHaveAttribute('href', '/signup?plan=pro&subscribe=true');

  await signUp(page, server.url, email);
  await openPage(page, `${server.url}/subscribe?plan=pro`);
  await page.getByRole('button', { name: 'Subscribe to Pro for $9.99/month' }).click();
  await expect(page.getByRole('alert')).toContainText('Verify your email address first');
  await signIn(page, server.url, email);

  await openPage(page, `${server.url}/pricing`);
  await page.getByRole('button', { name: 'Yearly' }).click();
  await page.getByRole('link', { name: 'Choose Pro' }).click();
  const summary = page.getByRole('region', { name: 'Billing summary' });
  await expect(summary).toContainText(email);
  await expectAccessible(page);
  await summary.getByRole('button', { name: 'Subscribe to Pro for $99/year' }).click();
  await expect(page.getByText('9900 cents, open')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByText('You left the payment page. Nothing was charged.')).toBeVisible();

  await summary.getByRole('button', { name: 'Subscribe to Pro for $99/year' }).click();
  await page.getByRole('link', { name: 'Pay' }).click();
  await expect(page.getByRole('heading', { name: 'You are now on Pro' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Account' }).last().click();

  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText(/Pro, paid yearly\. Renews on \d+ \w+ \d{4}\./);
  await plan.getByRole('button', { name: 'Manage subscription' }).click();
  await page.getByRole('link', { name: 'Cancel the plan' }).click();
  // No events reach this server: on return from Stripe the page shows what Stripe itself says.
  await expect(plan).toContainText(/Cancelled\. You keep Pro until \d+ \w+ \d{4}/);
  await expectAccessible(page);
});

test('without Stripe keys the button shows one sentence, also after signing in first @once @long', async ({
  page,
}) => {
  const plain = await startAppServer(market);
  try {
    const email = 'nora@example.com';
    await signUp(page, plain.url, email);
    await page.evaluate(() => localStorage.removeItem('authToken'));
    await openPage(page, `${plain.url}/subscribe?plan=premium`);
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await enterCode(page, plain.url, email);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('link', { name: 'Continue to payment for Premium' }).click();
    await page.getByRole('button', { name: 'Subscribe to Premium for $29.99/month' }).click();
    await expect(page.getByRole('alert')).toHaveText(notConfigured);
    await page.getByRole('link', { name: 'Contact support' }).click();
    await expect(page).toHaveURL(/\/contact$/);
  } finally {
    await plain.stop();
  }
});
