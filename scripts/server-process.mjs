import { join } from 'node:path';
import { root } from './setup.mjs';

/*
 * Starts the server's process, here and in the tests. On a large machine V8 gives a process a young generation of 48
 * MB; a server whose garbage is small and short-lived needs an eighth of that. It also lets the old generation grow by
 * tens of megabytes of garbage before it collects it; here by 15 %, and without the code of the middle compiler. That
 * is 70 MB less after 200,000 requests, for a tenth more processor time for each. (`--optimize-for-size` saves 5 MB
 * more, for a third more time. `--no-parallel-scavenge` takes a tenth less time for streams, but exceeds the 160 MB that
 * are promised.) Modules are compiled once and loaded from the cache, without the TypeScript compiler in memory (20
 * MB). What runs is one file that the build makes: the same modules in two thousand files take 25 MB more.
 */

/** What the build makes of `serverSource`. */
export const serverProgram = 'dist/server/main.js';
export const serverSource = 'server/main.ts';

export const serverFlags = ['--max-semi-space-size=2', '--heap-growing-percent=15', '--no-maglev'];

export const serverEnvironment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  // Otherwise glibc keeps the memory used by compression threads.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Freed blocks of at least this size are returned to the system, wherever they are.
  MALLOC_MMAP_THRESHOLD_: '32768',
};
