import { join } from 'node:path';
import { build } from './build.mjs';
import { run } from './child.mjs';
import { root, setUp } from './setup.mjs';

// npm run test:cluster: several servers under disruptions for ten minutes (CLUSTER_SECONDS), from a seed
// (CLUSTER_SEED). File names select tests.

const node = setUp();
process.exitCode =
  (await build(node)) ||
  (await run(
    node,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      join(root, 'vitest.cluster.config.ts'),
      ...process.argv.slice(2),
    ],
    { TEST_FORM: 'long', CLUSTER_SECONDS: process.env.CLUSTER_SECONDS ?? '600' },
  ));
