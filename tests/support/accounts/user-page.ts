import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Calls our API as whoever is signed in on the page; gives the answer's JSON. Throws for anything but a success. */
export function callAs<T = undefined>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async (call: ApiCall) => {
      const response = await fetch(call.path, {
        method: call.method,
        headers: {
          Authorization: `Bearer ${localStorage.getItem('authToken')}`,
          ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${call.method} ${call.path}: ${response.status} ${text}`);
      return text ? JSON.parse(text) : undefined;
    },
    { method, path, body },
  );
}

/** What depends on the theme: it changes colours, and nothing else that axe looks at. */
const byTheme = ['color-contrast'];

/**
 * Looks at a page as it stands in a theme. In the dark only at what depends on that, for it is looked at in the light
 * too; not so on a phone, which is looked at in the dark alone.
 */
export function createAxe(page: Page, theme: string): AxeBuilder {
  const axe = new AxeBuilder({ page });
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  return theme === 'light' || isPhone ? axe : axe.withRules(byTheme);
}

/** Finds no accessibility problem on the page as it stands, or on the `part` of it that a selector names, in either theme. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const axe = new AxeBuilder({ page }).include(part);
    const { violations } = await (theme === 'light' ? axe : axe.withRules(byTheme)).analyze();
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}

/**
 * Presses Retry, with calls to `path` failing up to that press: what a page asks again by itself meanwhile does not come
 * first.
 */
export async function pressRetry(page: Page, path: string | RegExp): Promise<void> {
  await page.evaluate(() =>
    addEventListener('click', () => Reflect.set(window, 'isPressed', true), { capture: true, once: true }),
  );
  await page.route(path, async (route) => {
    const isPressed = await page.evaluate(() => Reflect.has(window, 'isPressed'));
    await (isPressed ? route.continue() : route.abort());
  });
  await page.getByRole('button', { name: 'Retry' }).click();
}
