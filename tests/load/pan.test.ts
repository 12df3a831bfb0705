import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';
import { startAppServer } from '../support/app-server.ts';
import type { ChildServer } from '../support/child-server.ts';
import { watchTasks } from '../support/watch-tasks.ts';

/** A processor four times slower than a developer's. */
const slowdown = 4;
/** The maximum processor time of a task on this machine. */
const maxTaskMs = 100 / slowdown;
/** Pointer moves. The chart draws at most once per frame. */
const moves = 150;

let server: ChildServer;
let browser: Browser;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'altimeter-pan-'));
  server = await startAppServer({ MARKET_PROVIDER: 'simulated', DATA_DIR: dataDir });
  await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), 60_000);
  const executablePath = process.env.CHROME_PATH ?? findBrowser();
  browser = await chromium.launch({ args: browserArguments, ...(executablePath && { executablePath }) });
}, 5 * 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Drags from the middle of the plot to the right and back, without releasing. */
async function drag(page: Page): Promise<void> {
  const box = (await page.locator('[data-part="cursor"]').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let move = 0; move < moves; move += 1) {
    await page.mouse.move(x + (box.width / 3) * Math.sin((move / moves) * 2 * Math.PI), y);
  }
  await page.mouse.up();
}

it.each([
  ['a line', '/coin/bitcoin'],
  ['candles', '/coin/bitcoin?style=candles'],
])(
  `%s is panned without a task over ${maxTaskMs} ms, which is ${maxTaskMs * slowdown} ms on a slow processor`,
  async (_, path) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(server.url + path);
    const cursor = page.locator('[data-part="cursor"][tabindex="0"]');
    await cursor.waitFor();
    await cursor.focus();
    // Zooms in to half of the range, so that there is something to pan to.
    await page.keyboard.press('+');
    await page.waitForURL(/from=/);
    // The first drag warms up the engine.
    await drag(page);
    const listTasks = await watchTasks(page, maxTaskMs / 2);
    await drag(page);
    const tasks = await listTasks();
    console.info(`long tasks: ${tasks.map(Math.round).join(', ') || 'none'}`);
    expect(Math.max(0, ...tasks)).toBeLessThanOrEqual(maxTaskMs);
    await page.close();
  },
);
