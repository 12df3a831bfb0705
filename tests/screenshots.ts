import { mkdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { browserArguments } from '../scripts/browser.mjs';
import { startAppServer } from './support/app-server.ts';
import { openPage } from './support/watch-page.ts';

/* Makes the README's screenshots: `npm run screenshots`. */

const folder = 'docs/images';
/** `last`: the element that appears last on the page. */
const pictures = [
  {
    name: 'market',
    path: '/',
    last: '[data-list="market"] tbody tr',
    width: 1280,
    height: 800,
    colorScheme: 'light',
  },
  {
    name: 'coin',
    path: '/coin/bitcoin',
    last: '[data-part="chart"] [role="img"]',
    width: 1280,
    height: 800,
    colorScheme: 'dark',
  },
] as const;

/** Waits for the font and for the images in view. The network is never idle, because a stream stays open. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(() => {
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    return Promise.all([document.fonts.ready, ...inView.map((image) => image.decode().catch(() => {}))]);
  });
}

mkdirSync(folder, { recursive: true });
const server = await startAppServer({ MARKET_PROVIDER: 'simulated' });
try {
  const browser = await chromium.launch({
    args: browserArguments,
    ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
  });
  for (const { name, path, last, width, height, colorScheme } of pictures) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, timezoneId: 'UTC' });
    await openPage(page, server.url + path);
    await page.locator(last).first().waitFor();
    await waitForPaint(page);
    await page.screenshot({ path: `${folder}/${name}.png` });
    await page.close();
  }
  await browser.close();
} finally {
  await server.stop();
}
