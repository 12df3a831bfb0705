import { build } from './build.mjs';
import { run } from './child.mjs';
import { setUp } from './setup.mjs';

const node = setUp();
process.exitCode = (await build(node)) || (await run(node, ['server/main.ts'], { NODE_ENV: 'production' }));
