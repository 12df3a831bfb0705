import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Calls our API as the page's signed-in user; returns the answer's JSON. Throws if the call fails. */
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

/** The theme-dependent rules: a theme changes colours, and nothing else that axe checks. */
const byTheme = ['color-contrast'];

/**
 * Creates a check of a page in a theme. In dark only the theme-dependent rules run, because light runs all of them; on
 * a phone, which is only checked in dark, all of them run.
 */
export function createAxe(page: Page, theme: string): AxeBuilder {
  const axe = new AxeBuilder({ page });
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  return theme === 'light' || isPhone ? axe : axe.withRules(byTheme);
}

/** In the short form of the browser tests, dark is only checked on whole pages. */
const themes = process.env.BROWSER_TESTS === 'all' ? ['light', 'dark'] : ['light'];

/** Expects no accessibility problem on the page, or in the `part` given by a selector. */
export async function expectAccessible(page: Page, part = 'html'): Promise<void> {
  for (const theme of themes) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const axe = new AxeBuilder({ page }).include(part);
    const { violations } = await (theme === 'light' ? axe : axe.withRules(byTheme)).analyze();
    expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}

/** Presses Retry. Until then, calls to `path` fail, so that no automatic refetch can succeed first. */
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
