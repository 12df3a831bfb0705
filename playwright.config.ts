import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/browser.mjs';

const executablePath = process.env.CHROME_PATH ?? findBrowser();

/*
 * At which widths a test runs: @once on the desktop (the same at any width), @phone on the phone (only there), others at
 * both. `npm test` runs a short form: tests tagged @both at both widths, those tagged @narrow on the phone alone, none
 * tagged @long, and all others on the desktop. `npm run test:browser` runs everything.
 */
const isWhole = process.env.BROWSER_TESTS === 'all';
const notOnDesktop = isWhole ? /@phone/ : /@phone|@narrow|@long/;

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.test.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  timeout: 120_000,
  // A busy machine is slow, and a correct result only comes later.
  expect: { timeout: 20_000 },
  forbidOnly: !!process.env.CI,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // So that no test sees a half-finished transition. Tests of motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: browserArguments, ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, grepInvert: notOnDesktop },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      ...(isWhole ? { grepInvert: /@once/ } : { grep: /@phone|@both|@narrow/, grepInvert: /@long/ }),
    },
  ],
});
