import { join } from 'node:path';
import { run } from './child.mjs';
import { root, setUp } from './setup.mjs';

// npm run test:load: the tests under load and the long forms of others, which take minutes. Names of files select some.

const node = setUp();
process.exitCode = await run(
  node,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'vitest.load.config.ts'),
    ...process.argv.slice(2),
  ],
  { TEST_FORM: 'long', SIGTERM_ROUNDS: process.env.SIGTERM_ROUNDS ?? '20' },
);
