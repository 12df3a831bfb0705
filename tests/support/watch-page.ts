import { expect, type Page } from '@playwright/test';

/**
 * Records the browser's complaints about a page: console errors and warnings, page errors, blocked scripts and styles.
 */
export function watchPage(page: Page): { expectNoComplaint(): void } {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { expectNoComplaint: () => expect(complaints).toEqual([]) };
}

/** Opens a page and waits until it reacts to clicks and keys. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** React marks the elements it has taken over. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.getElementById('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'));
  });
}
