import { join } from 'node:path';
import { root } from './setup.mjs';

/*
 * How the server's process is started, here and in the tests. On a machine with much memory V8 lets a heap of 40 MB
 * grow to five times that before it collects; these keep it near what is used, for a few percent of CPU. Modules are
 * compiled once and read back compiled.
 */

export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

export const serverEnvironment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  MALLOC_ARENA_MAX: '2',
};
