import { build } from './build.mjs';
import { run } from './child.mjs';
import { serverEnvironment, serverFlags, serverProgram } from './server-process.mjs';
import { setUp } from './setup.mjs';

const node = setUp();
const env = { ...serverEnvironment, NODE_ENV: 'production' };
process.exitCode = (await build(node)) || (await run(node, [...serverFlags, serverProgram], env));
