import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/browser.mjs';

const executablePath = process.env.CHROME_PATH ?? findBrowser();

/*
 * At which widths a test runs: @once on the desktop (the same at any width), @phone on the phone (only there), others at
 * both. `npm test` takes a short form: at both widths what is tagged @both, on the phone alone what is tagged @narrow,
 * none of @long, and all others on the desktop. `npm run test:browser` runs everything.
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
  // A busy machine may take its time; what is right stays right.
  expect: { timeout: 20_000 },
  forbidOnly: !!process.env.CI,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Nothing is caught half faded in; how it moves is looked at where a test asks for motion.
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
