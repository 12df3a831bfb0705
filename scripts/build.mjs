import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './child.mjs';
import { serverEnvironment, serverFlags, serverProgram, serverThreads } from './server-process.mjs';
import { root, setUp } from './setup.mjs';

const stampFile = join(root, 'dist/sources.sha256');
const sources = [
  ...['web', 'server', 'contract', 'public', 'guides', 'vite.config.ts', 'vite.server.config.ts'],
  ...['package.json', 'package-lock.json', 'scripts/ascii-text.mjs', 'scripts/server-process.mjs'],
  ...readdirSync(join(root, 'scripts'))
    .filter((name) => name.includes('guide'))
    .sort()
    .map((name) => `scripts/${name}`),
];
/** The modules below `server/` that threads run, or that the server loads on demand. */
export const loadedLater = [
  'alerts/portable/check-alerts.ts',
  'alerts/portable/check-firings.ts',
  'news/parser/worker.ts',
  'platform/backups/backup-worker.ts',
  'platform/backups/postgres-backup.ts',
  'platform/database/postgres/postgres-dialect.ts',
  'platform/database/postgres/row-stream.ts',
  'platform/database/sqlite/checkpoint-worker.ts',
  'platform/jobs/postgres-wake-ups.ts',
  'platform/large-json/worker.ts',
  'platform/redis/redis.ts',
  'portfolio/imports/planner/worker.ts',
  'portfolio/imports/readers/process/worker.ts',
  'portfolio/ledger/calculator/thread/worker.ts',
  'portfolio/ledger/proof/proof-worker.ts',
  'portfolio/ledger/transactions/read-changes-service.ts',
  'portfolio/portable/check-coin-answers.ts',
  'portfolio/portable/check-portfolios.ts',
  'portfolio/tax/calculator/report-worker.ts',
  'portfolio/tax/pdf/pdf-worker.ts',
];
const vite = join(root, 'node_modules/vite/bin/vite.js');

/**
 * Builds the web for browsers and for server rendering, unless the existing build is from the same sources.
 * @param {string} node the Node to build with
 * @param {{always?: boolean}} [options]
 * @returns {Promise<number>} 0, or the exit code of the build that failed
 */
export async function build(node, { always = false } = {}) {
  const stamp = hashSources();
  if (!always && isStamped(stamp)) return 0;
  rmSync(stampFile, { force: true });
  console.log('Building…');
  const env = { NODE_ENV: 'production' };
  const quiet = ['--logLevel', 'warn'];
  const browser = await run(node, [vite, 'build', ...quiet], env);
  if (browser !== 0) return browser;
  const server = await run(node, [vite, 'build', '--ssr', 'web/entry-server.tsx', ...quiet], env);
  if (server !== 0) return server;
  for (const mode of ['production', 'threads']) {
    const options = ['--config', 'vite.server.config.ts', '--mode', mode];
    const program = await run(node, [vite, 'build', ...options, ...quiet], env);
    if (program !== 0) return program;
  }
  const guides = await makeGuides(node);
  if (guides !== 0) return guides;
  await compileServer(node);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, stamp);
  return 0;
}

/**
 * Fills the cache of compiled modules, so that the first start is as fast and as small as later ones: a single server
 * module missing from it would load the TypeScript compiler.
 * @param {string} node
 */
export function compileServer(node) {
  const load = [
    `await import('./${serverProgram}'); await import('./dist/server/entry-server.js');`,
    // Tests start the sources where they are newer than the build.
    "await import('./server/main.ts');",
    "await import('web-push'); await import('yauzl');",
    // Workers refuse to run outside of a thread, but are compiled by then.
    ...Object.keys(serverThreads).map(
      (name) => `await import('./dist/server/${name}.js').catch(() => undefined);`,
    ),
    ...loadedLater.map((file) => `await import('./server/${file}').catch(() => undefined);`),
  ];
  // Node keeps a separate cache for each set of flags.
  return run(node, [...serverFlags, '--input-type=module', '--eval', load.join('\n')], {
    ...serverEnvironment,
    NODE_ENV: 'production',
  });
}

/**
 * Draws the guides, in a separate process: its packages may not be installed when this file is loaded.
 * @param {string} node
 * @returns {Promise<number>} 0, or the exit code of a failure
 */
export function makeGuides(node) {
  return run(node, ['scripts/make-guides.mjs'], {});
}

/** Whether there is a build of exactly these sources. */
export const isBuilt = () => isStamped(hashSources());

/** @param {string} stamp */
function isStamped(stamp) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}

/** A digest of the names and contents of everything the build reads. */
function hashSources() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listFiles(join(root, source))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]} the file itself, or every file below the folder, in a fixed order
 */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await build(setUp(), { always: true });
}
