import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from '../../scripts/build.mjs';
import {
  serverEnvironment,
  serverFlags,
  serverProgram,
  serverSource,
} from '../../scripts/server-process.mjs';
import { type ChildServer, startChildServer } from './child-server.ts';
import { refuseLeaks } from './log-secrets.ts';

/** The server as run by `npm start`, or its sources if they have changed since the build. */
const program = isBuilt() ? serverProgram : serverSource;

/**
 * Starts Altimeter on a free port, with the production build. `DATA_DIR` is a new folder that is removed with the
 * server. To keep it, for a test that restarts, set one in `env`. No feeds are fetched unless `env` names some. `flags`
 * are for Node.
 */
export async function startAppServer(
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<ChildServer> {
  const folder = await mkdtemp(join(tmpdir(), 'altimeter-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const server = await startChildServer(program, {
      cwd: folder,
      flags: [...serverFlags, ...flags],
      env: {
        ...serverEnvironment,
        NODE_ENV: 'production',
        PORT: '0',
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        NEWS_FEEDS: 'off',
        // Tests must get answers even if the machine is busy.
        LOAD_SHEDDING: 'off',
        ...env,
      },
    });
    return {
      ...server,
      stop: async () => {
        const code = await server.stop();
        await remove();
        refuseLeaks(server.output());
        return code;
      },
      kill: async () => {
        await server.kill();
        await remove();
        refuseLeaks(server.output());
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
