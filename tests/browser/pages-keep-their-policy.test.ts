import { expect, type Page, test } from '@playwright/test';
import { signUp } from '../support/accounts/local-inbox.ts';
import { serveSite } from '../support/test-site.ts';
import { openPage } from '../support/watch-page.ts';

const server = serveSite('policy');

const paths = [
  ...['/', '/coin/bitcoin', '/portfolio', '/watchlist', '/alerts', '/account', '/news', '/learn', '/pricing'],
  ...['/about', '/contact', '/privacy', '/terms', '/blog', '/blog/percentages-do-not-add-up', '/signup'],
  ...[
    '/signin',
    '/signin/verify',
    '/forgot-password',
    '/inbox',
    '/subscribe?plan=pro',
    '/newsletter/confirm',
  ],
  ...['/unsubscribe', '/alerts/pause', '/coin/no-such-coin', '/nowhere'],
];

/** Collects everything that the policies of a page's documents block from now on. */
async function watchViolations(page: Page): Promise<readonly string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { documentURI, violatedDirective, blockedURI, sample } = event;
      const { reportViolation } = window as unknown as { reportViolation(violation: string): void };
      reportViolation(`${documentURI} ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  return violations;
}

const open = (page: Page, path: string) => openPage(page, server.url + path);

test('the policy of every page allows no inline style or script, and its HTML has no style attribute @once', async () => {
  for (const path of [...paths, '/api/docs']) {
    const answer = await fetch(server.url + path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy, path).toMatch(/(?:^|; )style-src 'self'/);
    expect(policy, path).not.toMatch(/unsafe-(?:inline|eval|hashes)/);
    expect(await answer.text(), path).not.toMatch(/<[^>]+\sstyle=/);
  }
});

test('no page violates its policy', async ({ page }) => {
  const violations = await watchViolations(page);
  for (const path of paths) await open(page, path);
  await page.goto(`${server.url}/api/docs`);
  await page
    .getByRole('button', { name: /\/api\/status/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Try it out' })).toBeVisible();
  expect(violations).toEqual([]);
});

test('a violation of a policy is detected @once', async ({ page }) => {
  const violations = await watchViolations(page);
  await open(page, '/');
  await page.evaluate(() => {
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p{color:red}' }));
    document.body.setAttribute('style', 'color:red');
    try {
      document.body.innerHTML = '<p>';
    } catch {
      // Trusted Types throw on a violation.
    }
  });
  await expect.poll(() => violations.length).toBe(3);
});

test('dialogs, menus, the chart and toasts keep to the policy @long', async ({ page, isMobile }) => {
  const violations = await watchViolations(page);
  await open(page, '/');
  await page.keyboard.press('Shift+?');
  await expect(page.getByRole('dialog')).toBeVisible();
  // The page behind a dialog doesn't scroll.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  await page.keyboard.press('Escape');
  await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
  if (isMobile) await page.getByRole('button', { name: 'All market figures' }).click();
  await page.getByRole('button', { name: /^Total Market Cap/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  if (isMobile) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add Ethereum to watchlist' }).click();
  await expect(page.locator('[data-toast]')).toContainText('Sign In Required');

  await signUp(page, server.url, 'policy@example.com');
  await open(page, '/');
  await page.getByRole('button', { name: 'Add Bitcoin to watchlist' }).click();
  await expect(page.getByRole('button', { name: 'Remove Bitcoin from watchlist' })).toBeVisible();
  await open(page, '/coin/bitcoin');
  await page.getByRole('slider', { name: /point by point/ }).press('ArrowLeft');
  await expect(page.locator('[data-part="tooltip"]')).toBeVisible();
  for (const path of ['/portfolio', '/watchlist', '/alerts', '/account']) await open(page, path);
  expect(violations).toEqual([]);
});
