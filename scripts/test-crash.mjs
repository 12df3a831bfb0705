import { join } from 'node:path';
import { run } from './child.mjs';
import { root, setUp } from './setup.mjs';

// npm run test:crash: kills the processes that evaluate alerts a thousand times on each database, which takes a while.

const node = setUp();
process.exitCode = await run(
  node,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'tests/faults/alert-crash.test.ts'],
  { ALERT_KILLS: process.env.ALERT_KILLS ?? '1000' },
);
