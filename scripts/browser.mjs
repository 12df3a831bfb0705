import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { root } from './setup.mjs';

/** Arguments for the tests' browser: quiet on the network, and able to run as root in a container. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// The headless build first: it uses a third less CPU for the same pages.
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds a Chromium or Chrome: on PATH, in the usual places, or Playwright's own.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => commands.map((name) => join(folder, name)));
  return [...onPath, ...usualPlaces].find((path) => existsSync(path)) ?? playwrightBrowser();
}

/**
 * The browser for the tests, downloaded if missing.
 * @param {string} node the Node to run Playwright with
 * @returns {string | undefined} undefined if unavailable, after printing what to install
 */
export function ensureBrowser(node) {
  const named = process.env.CHROME_PATH;
  if (named && existsSync(named)) return named;
  const found = findBrowser();
  if (found) return found;
  console.log('No Chromium was found: downloading one…');
  const cli = join(root, 'node_modules/playwright/cli.js');
  spawnSync(node, [cli, 'install', 'chromium'], { cwd: root, stdio: 'inherit', timeout: 300_000 });
  const downloaded = playwrightBrowser();
  // A downloaded browser may lack system libraries; it counts only if it runs.
  if (downloaded && spawnSync(downloaded, ['--version']).status === 0) return downloaded;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const install = 'apt-get install -y -q --no-install-recommends';
    spawnSync('sh', ['-c', `apt-get update -q; ${install} chromium-headless-shell || ${install} chromium`], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const installed = findBrowser();
  if (!installed)
    console.error('The browser tests need Chromium or Chrome: install one, or set CHROME_PATH.');
  return installed;
}

/** @returns {string | undefined} */
function playwrightBrowser() {
  try {
    const { chromium } = createRequire(import.meta.url)('playwright-core');
    const path = chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
