import { build } from './build.mjs';
import { run } from './child.mjs';
import { setUp } from './setup.mjs';

const node = setUp();
const env = { NODE_ENV: 'production' };
process.exitCode = (await build(node)) || (await run(node, ['scripts/cluster/main.mjs'], env));
