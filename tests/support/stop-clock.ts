import type { Page } from '@playwright/test';

/** Stops an installed clock, so that a slow machine cannot run past a delay before the test acts. */
export async function stopClock(page: Page): Promise<void> {
  // F8 loads the region for toasts, which would not appear while timers are stopped.
  await page.keyboard.press('F8');
  await page.locator('[data-toasts]').waitFor({ state: 'attached' });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}
