import { join } from 'node:path';
import { root } from './setup.mjs';

/*
 * How the server's process is started, here and in the tests. Its modules are compiled once and then loaded from a cache,
 * which keeps the TypeScript compiler (20 MB) out of memory.
 */

/** What the build makes of `serverSource`: one file, because the same modules in two thousand files take 25 MB more. */
export const serverProgram = 'dist/server/main.js';
export const serverSource = 'server/main.ts';

/** Threads that take the most memory, and what they load on demand, by the names of their bundles beside the program. */
export const serverThreads = {
  'planner-thread': 'server/portfolio/imports/planner/worker.ts',
  'calculator-thread': 'server/portfolio/ledger/calculator/thread/worker.ts',
  'read-changes': 'server/portfolio/ledger/transactions/read-changes-service.ts',
  'proof-thread': 'server/portfolio/ledger/proof/proof-worker.ts',
};

/**
 * On a large machine V8 gives the young generation 48 MB, of which a server with small, short-lived garbage needs an
 * eighth. It also lets the old generation grow by tens of megabytes before it collects the garbage. These limits, and
 * leaving out the middle compiler (Maglev), save 70 MB after 200,000 requests, for a tenth more processor time per
 * request. `--optimize-for-size` would save 5 MB more, for a third more time. `--no-parallel-scavenge` would take a tenth
 * less time for streams, but exceed the promised 160 MB.
 *
 * After a burst of requests V8 may decide to allocate some kinds of objects in the old generation at once
 * (`--allocation-site-pretenuring`). When these are garbage, they keep the rest of their request from being collected with
 * the young generation: in six of fourteen processes a request then took more than twice the processor time, for good.
 */
export const serverFlags = [
  '--max-semi-space-size=2',
  '--heap-growing-percent=15',
  '--no-maglev',
  '--no-allocation-site-pretenuring',
];

export const serverEnvironment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  // Otherwise glibc keeps the memory used by compression threads.
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Freed blocks of at least this size are returned to the system, wherever they are.
  MALLOC_MMAP_THRESHOLD_: '32768',
};
