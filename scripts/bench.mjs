import { build, compileServer } from './build.mjs';
import { run } from './child.mjs';
import { setUp } from './setup.mjs';

const node = setUp();
process.exitCode =
  (await build(node)) ||
  (await compileServer(node)) ||
  (await run(node, ['tests/bench/main.ts', ...process.argv.slice(2)]));
