import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serverEnvironment } from '../scripts/server-process.mjs';
import { startAppServer } from '../tests/support/app-server.ts';
import { canMakeReadOnly, createOwnDisk } from '../tests/support/own-disk.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'altimeter-main-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server that should refuse, and returns its output and exit code. Rejects if it starts. */
async function startRefused(
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; stderr: string; stdout: string }> {
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH, ...serverEnvironment, DATA_DIR: folder, LOG_LEVEL: 'warn', ...env },
  };
  return promisify(execFile)(process.execPath, [main], options).then(
    () => Promise.reject(new Error('it started')),
    (error) => error,
  );
}

describe('the server process', () => {
  it('prints its address when the market can be seen there', async () => {
    const server = await startAppServer({ MARKET_PROVIDER: 'simulated' });
    expect(server.output()).toMatch(/^Altimeter is running at http:\/\/localhost:\d+$/m);
    expect(server.output()).toMatch(/^The local inbox: http:\/\/localhost:\d+\/inbox#[\w-]{22}$/m);
    const answer = await fetch(`${server.url}/api/cryptocurrencies?per_page=1`);
    expect(answer.status).toBe(200);
    const [coin] = (await answer.json()) as { image: string }[];
    expect(coin?.image).toContain(`${server.url}/images/coins/`);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  it('shuts down in order even while streams are open', async () => {
    const server = await startAppServer({ MARKET_PROVIDER: 'simulated' });
    const stream = await fetch(`${server.url}/api/stream`);
    const read = stream.text();
    expect(await server.stop()).toBe(0);
    expect(await read).toContain('event: status');
  });

  it('says in one line that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await startRefused({ PORT: String(port) });
    other.close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Cannot listen on 127.0.0.1 port ${port}: the port is in use; set PORT to another one.\n`,
    });
  });

  it('says in one line that another server runs on its folder, on either database', async () => {
    const server = await startAppServer({ MARKET_PROVIDER: 'simulated', DATA_DIR: folder });
    const refusal = {
      code: 1,
      stderr: `Another server or a restore is running on DATA_DIR ${folder}: stop it first, or set another DATA_DIR.\n`,
    };
    expect(await startRefused({ PORT: '0' })).toMatchObject(refusal);
    expect(await startRefused({ PORT: '0', DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toMatchObject(
      refusal,
    );
    await server.kill();
    const next = await startAppServer({ MARKET_PROVIDER: 'simulated', DATA_DIR: folder });
    expect(await next.stop()).toBe(0);
  });

  it('says in one line which variable is wrong, from the environment or the .env file', async () => {
    const refusal = {
      code: 1,
      stderr: 'PORT is "web"; expected a port number from 0 (any free port) to 65535.\n',
    };
    expect(await startRefused({ PORT: 'web' })).toMatchObject(refusal);
    writeFileSync(join(folder, '.env'), 'PORT=web\n');
    expect(await startRefused({})).toMatchObject(refusal);
  });

  it.skipIf(!canMakeReadOnly)('says in one line that nothing can be written in its folder', async () => {
    for (const isUsedBefore of [false, true]) {
      const disk = createOwnDisk();
      if (isUsedBefore) {
        await (await startAppServer({ MARKET_PROVIDER: 'simulated', DATA_DIR: disk.folder })).stop();
      }
      disk.makeReadOnly();
      const { code, stderr } = await startRefused({ PORT: '0', DATA_DIR: disk.folder });
      disk.remove();
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^DATA_DIR ${disk.folder} cannot be written: .+\\.\n$`));
    }
  });

  it('says in one line that the data directory cannot be used', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, stderr } = await startRefused({ DATA_DIR: join(folder, 'file', 'data') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^DATA_DIR .+ cannot be made: .+\.\n$/);
  });
});
