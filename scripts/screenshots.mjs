import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { run } from './child.mjs';
import { setUp } from './setup.mjs';

/* Retakes the README's pictures, from the production build and the simulated market. */

const node = setUp();
const code = await build(node);
if (code !== 0) process.exit(code);
process.exitCode = await run(node, ['tests/screenshots.ts'], { CHROME_PATH: ensureBrowser(node) ?? '' });
