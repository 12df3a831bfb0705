import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { browserArguments } from '../scripts/browser.mjs';
import { startAppServer } from './support/app-server.ts';

/* The pictures of the README: `npm run screenshots`. */

const folder = 'docs/images';
const pictures = [
  { name: 'market', path: '/', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'coin', path: '/coin/bitcoin', width: 1280, height: 800, colorScheme: 'dark' },
] as const;

mkdirSync(folder, { recursive: true });
const server = await startAppServer({ MARKET_PROVIDER: 'simulated' });
const browser = await chromium.launch({
  args: browserArguments,
  ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
});
for (const { name, path, width, height, colorScheme } of pictures) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, timezoneId: 'UTC' });
  await page.goto(server.url + path, { waitUntil: 'networkidle' });
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
await browser.close();
await server.stop();
