import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';
import { storageKeys } from '../../web/lib/storage.ts';
import { type LedgerServer, startLedgerServer } from '../bench/ledger/ledger-server.ts';
import { watchTasks } from '../support/watch-tasks.ts';

const count = 100_000;
/** The maximum processor time of a task. */
const maxTaskMs = 100;

let bench: LedgerServer;
let browser: Browser;

beforeAll(async () => {
  bench = await startLedgerServer({}, { count, coins: 200 });
  const executablePath = process.env.CHROME_PATH ?? findBrowser();
  browser = await chromium.launch({ args: browserArguments, ...(executablePath && { executablePath }) });
}, 15 * 60_000);
afterAll(async () => {
  await browser?.close();
  await bench?.stop();
});

/** Scrolls for a number of frames, by `by` pixels each. */
function scroll(page: Page, frames: number, by: number): Promise<void> {
  return page.evaluate(
    ([left, pixels]) =>
      new Promise<void>((resolve) => {
        let frame = 0;
        const move = () => {
          scrollBy(0, pixels);
          frame += 1;
          if (frame < left) requestAnimationFrame(move);
          else resolve();
        };
        requestAnimationFrame(move);
      }),
    [frames, by] as const,
  );
}

it(`${count} rows are scrolled without a task over ${maxTaskMs} ms`, async () => {
  const { owner } = bench;
  const { url } = bench.server();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(([key, token]) => localStorage.setItem(key, token), [
    storageKeys.token,
    owner.token,
  ] as const);
  const page = await context.newPage();
  await page.goto(`${url}/portfolio?tab=transactions`);
  const list = page.getByRole('table', { name: 'Transactions, newest first' });
  await list.waitFor();
  await page.locator('tr[data-index="0"]:not([aria-busy])').waitFor();
  const listTasks = await watchTasks(page, maxTaskMs / 2);
  // Row by row, screen by screen, and across the whole ledger.
  await scroll(page, 300, 56);
  await scroll(page, 300, 900);
  await scroll(page, 200, Math.ceil((count * 56) / 200));
  await page.locator(`tr[data-index="${count - 1}"]`).waitFor();
  const tasks = await listTasks();
  console.info(`long tasks: ${tasks.map(Math.round).join(', ') || 'none'}`);
  expect(Math.max(0, ...tasks)).toBeLessThanOrEqual(maxTaskMs);
});
