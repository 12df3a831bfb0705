import type { Page } from '@playwright/test';

/** The milliseconds of every task of the page's main thread over 50, from now on. */
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
