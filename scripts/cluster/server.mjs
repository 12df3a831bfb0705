import { mkdirSync } from 'node:fs';
import { isBuilt } from '../build.mjs';
import { serverEnvironment, serverFlags, serverProgram, serverSource } from '../server-process.mjs';
import { root } from '../setup.mjs';
import { onFreePort, startProgram, waitUntilReady } from './process.mjs';
import { createService } from './service.mjs';

const startLimitMs = 60_000;
/** For this tree: the build, or the sources if they have changed since. Another tree may have no build. */
const builtProgram = isBuilt() ? serverProgram : serverSource;
/** A server shuts down within ten seconds. */
const signals = /** @type {const} */ ([['SIGTERM', 10_000]]);

/**
 * Starts one of our servers behind a proxy.
 * @param {object} options
 * @param {number} options.number
 * @param {string} options.folder is created
 * @param {Record<string, string | undefined>} options.env
 * @param {string[]} [options.flags] for Node
 * @param {string} [options.tree] the source tree, if not this one
 * @param {(line: string) => void} [options.onLine]
 * @param {import('./process.mjs').ProgramOptions['track']} [options.track]
 */
export async function startServer({ number, folder, env, flags = [], tree = root, onLine, track }) {
  const name = `Server ${number}`;
  mkdirSync(folder, { mode: 0o700, recursive: true });

  /** @param {number} port */
  async function launch(port) {
    const program = startProgram(
      process.execPath,
      [...serverFlags, ...flags, tree === root ? builtProgram : serverSource],
      {
        cwd: tree,
        env: {
          ...serverEnvironment,
          NODE_ENV: 'production',
          ...env,
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: folder,
        },
        ...(onLine && { onLine }),
        ...(track && { track }),
      },
    );
    await waitUntilReady(name, program, () => isReady(port), startLimitMs);
    return program;
  }

  const { port, running } = await onFreePort(async (free) => ({ port: free, running: await launch(free) }));
  return createService({
    name,
    address: `http://127.0.0.1:${port}`,
    signals,
    running,
    launch: () => launch(port),
  });
}

/** @param {number} port */
async function isReady(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) });
  await answer.arrayBuffer();
  return answer.ok;
}
