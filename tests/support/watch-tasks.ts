import type { Page } from '@playwright/test';

/** Records the duration of every main-thread task over 50 ms from now on, in milliseconds. */
export async function watchTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen = window as unknown as { longTasks: number[] };
    seen.longTasks = [];
    new PerformanceObserver((entries) => {
      for (const { duration } of entries.getEntries()) seen.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
}
