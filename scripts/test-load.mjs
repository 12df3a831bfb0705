import { join } from 'node:path';
import { build } from './build.mjs';
import { run } from './child.mjs';
import { root, setUp } from './setup.mjs';

// npm run test:load: the load tests and the long forms of other tests, which take minutes. File names select tests. They
// measure what users run: a server from its sources takes 25 MB more.

const node = setUp();
process.exitCode =
  (await build(node)) ||
  (await run(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      join(root, 'vitest.load.config.ts'),
      ...process.argv.slice(2),
    ],
    { TEST_FORM: 'long', SIGTERM_ROUNDS: process.env.SIGTERM_ROUNDS ?? '20' },
  ));
