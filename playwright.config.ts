import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './scripts/browser.mjs';

const executablePath = process.env.CHROME_PATH ?? findBrowser();

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
  // What is the same at any width is tagged @once and looked at on the desktop, what only a phone has is tagged @phone.
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, grepInvert: /@phone/ },
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      grepInvert: /@once/,
    },
  ],
});
