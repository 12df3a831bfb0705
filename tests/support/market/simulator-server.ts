import { tmpdir } from 'node:os';
import { serverEnvironment } from '../../../scripts/server-process.mjs';
import { type ChildServer, startChildServer } from '../child-server.ts';

/** Starts the market simulator as a CoinGecko-compatible server on a free port; `args` are its fault flags. */
export function startSimulatorServer(args: readonly string[] = []): Promise<ChildServer> {
  return startChildServer('server/market/simulator/main.ts', {
    cwd: tmpdir(),
    args: ['--port', '0', ...args],
    env: serverEnvironment,
  });
}
