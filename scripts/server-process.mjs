import { join } from 'node:path';
import { root } from './setup.mjs';

/*
 * How the server's process is started, here and in the tests. V8 gives a process on a large machine a young generation
 * of 48 MB; a server whose garbage is small and short-lived is as fast with an eighth of it. Modules are compiled once
 * and read back compiled, and without the TypeScript compiler in memory (20 MB).
 */

export const serverFlags = ['--max-semi-space-size=2'];

export const serverEnvironment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  // glibc otherwise keeps what the threads that compress have once used.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
