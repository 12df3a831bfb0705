import { expect, test } from '@playwright/test';
import { serveSite } from '../support/test-site.ts';
import { boxOf, openPage } from '../support/watch-page.ts';

const server = serveSite('notifications');

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a notification and a dialog appear, and leave nothing behind @once @long', async ({ page }) => {
    await openPage(page, server.url);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(dialog).toBeVisible();
    const durations = await page
      .locator('[data-part="overlay"]')
      .evaluate((part) => getComputedStyle(part).animationDuration);
    expect(durations).not.toBe('0s');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page
      .getByRole('button', { name: /to watchlist/i })
      .first()
      .click();
    const toast = page.locator('[data-toast]');
    await expect(toast).toContainText('Sign In Required');
    await page.keyboard.press('Escape');
    await expect(toast).toHaveCount(0);
  });
});

test('there is one notification at a time, reached by F8, gone after five seconds or when dismissed', async ({
  page,
}) => {
  await page.clock.install();
  await openPage(page, server.url);
  // A timer redirects the visitor to the sign-up page, so time is paused until then. Guides are offered later.
  await page.clock.pauseAt(Date.now() + 10_000);
  const toast = page.locator('[data-toast]');
  const stars = page.getByRole('button', { name: /to watchlist/i });
  await stars.first().click();
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(toast).toContainText('Sign In Required', { timeout: 100 });
  }).toPass({ intervals: [100] });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
  await stars.first().click();
  await stars.nth(1).click();
  await expect(toast).toHaveCount(1);
  await page.keyboard.press('F8');
  await expect(page.getByRole('list').filter({ has: toast })).toBeFocused();
  await page.mouse.move(0, 0);
  await page.locator('#main').focus();
  await page.clock.runFor(6000);
  await expect(toast).toHaveCount(0);
});

test('a notification disappears by itself, also after one that was dismissed by its button @once', async ({
  page,
}) => {
  await openPage(page, `${server.url}/coin/bitcoin`);
  // Each notification leads to the sign-up page a moment later, so time is paused to keep the visitor on this page.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  const toast = page.locator('[data-toast]');
  const press = async () => {
    await page.getByRole('button', { name: 'Add to Watchlist' }).click();
    await expect(async () => {
      await page.clock.runFor(50);
      await expect(toast).toContainText('Sign In Required', { timeout: 100 });
    }).toPass({ intervals: [100] });
  };
  await press();
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
  await press();
  await page.clock.runFor(6000);
  await expect(toast).toHaveCount(0);
});

test('a notification is at the top of a phone and at the bottom right of a wide window @narrow', async ({
  page,
}) => {
  await openPage(page, server.url);
  await page
    .getByRole('button', { name: /to watchlist/i })
    .first()
    .click();
  const box = await boxOf(page.locator('[data-toast]'));
  const { width, height } = page.viewportSize()!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  if (width < 768) expect(box.y).toBeLessThan(40);
  else expect(box.y + box.height).toBeGreaterThan(height - 40);
});
