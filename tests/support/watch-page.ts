import { expect, type Locator, type Page } from '@playwright/test';

/** Records problems reported by the browser: console errors and warnings, page errors, blocked scripts and styles. */
export function watchPage(page: Page): { expectNoProblems(): void } {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return { expectNoProblems: () => expect(problems).toEqual([]) };
}

/** Also ends requests in progress, which may be refused because the session has just changed. */
export async function watchNewSession(page: Page): Promise<ReturnType<typeof watchPage>> {
  await page.goto('about:blank');
  return watchPage(page);
}

/** Opens a page and waits until it reacts to clicks and keys. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** React's root, as stored on the element that it renders into. */
interface ReactRoot {
  readonly stateNode: { readonly current: { readonly memoizedState: { readonly isDehydrated: boolean } } };
}

/**
 * Waits until React has hydrated the page. React marks the elements it has hydrated, and the root once all are: it
 * hydrates in slices, and only then reacts to keys. Effects run in the next task.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const keyOf = (element: Element | null, prefix: string) =>
      Object.keys(element ?? {}).find((key) => key.startsWith(prefix));
    const root = document.getElementById('root');
    const container = keyOf(root, '__reactContainer') as keyof typeof root | undefined;
    if (!container || !keyOf(document.getElementById('main'), '__reactProps')) return false;
    const { stateNode } = root![container] as unknown as ReactRoot;
    return !stateNode.current.memoizedState.isDehydrated;
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Waits for an element, and returns its position and size on the screen, in CSS pixels. */
export async function boxOf(locator: Locator) {
  let box = await locator.boundingBox();
  await expect(async () => {
    box ??= await locator.boundingBox();
    expect(box).not.toBeNull();
  }).toPass();
  return box!;
}
