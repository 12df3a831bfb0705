import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { run } from './child.mjs';
import { root, setUp } from './setup.mjs';

// npm run test:browser: every browser test at every width it supports; `npm test` runs a short form. File names select
// tests.

const node = setUp();
const browser = ensureBrowser(node);
process.exitCode = (await build(node)) || (browser ? 0 : 1);
if (browser && process.exitCode === 0) {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const variables = { CHROME_PATH: browser, BROWSER_TESTS: 'all' };
  process.exitCode = await run(node, [cli, 'test', ...process.argv.slice(2)], variables);
}
