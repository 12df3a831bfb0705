import { join } from 'node:path';
import { build } from './build.mjs';
import { run } from './child.mjs';
import { root, setUp } from './setup.mjs';

// npm run test:crash: the fault tests in their long form: every kind of fault, servers killed fifty times, and the processes
// that evaluate alerts a thousand times on each database. Takes about an hour. File names select tests.

const node = setUp();
const named = process.argv.slice(2);
process.exitCode =
  (await build(node)) ||
  (await run(
    node,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...(named.length > 0 ? named : ['tests/faults'])],
    {
      TEST_FORM: 'long',
      ALERT_KILLS: process.env.ALERT_KILLS ?? '1000',
      KILL_ROUNDS: process.env.KILL_ROUNDS ?? '50',
    },
  ));
