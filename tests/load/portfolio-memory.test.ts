import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Import } from '#contract/ledger/imports.ts';
import { makeFile } from '../bench/imports/imports-part.ts';
import { send, startLedgerServer } from '../bench/ledger/ledger-server.ts';
import { readPeakMemory } from '../bench/process-usage.ts';
import { startAppServer } from '../support/app-server.ts';
import { testDatabases } from '../support/databases.ts';
import { writeXlsx } from '../support/imports/write-xlsx.ts';
import { startSimulatorServer } from '../support/market/simulator-server.ts';

/** In bytes. docs/security.md promises it. */
const limit = 250_000_000;
const limitMs = 30 * 60_000;
const transactions = { count: 99_900, coins: 200 };

const files: Readonly<Record<string, () => { readonly name: string; readonly bytes: BlobPart }>> = {
  CSV: () => ({ name: 'crypto.csv', bytes: makeFile() }),
  XLSX: () => {
    const [header, ...rows] = makeFile()
      .split('\n')
      .map((line) => line.split(','));
    const amounts = new Set([3, 7, 8]);
    const cells = rows.map((row) => row.map((cell, column) => (amounts.has(column) ? { n: cell } : cell)));
    return { name: 'crypto.xlsx', bytes: new Uint8Array(writeXlsx([header!, ...cells])) };
  },
};

async function startEnvironment(databaseUrl: string | undefined) {
  // As in production, market data comes from another process.
  const provider = await startSimulatorServer();
  onTestFinished(async () => {
    await provider.stop();
  });
  return {
    AUTH_RATE_LIMIT: 'off',
    MARKET_PROVIDER: 'coingecko',
    COINGECKO_BASE_URL: `${provider.url}/api/v3`,
    MARKET_REFRESH_SECONDS: '3600',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
}

async function upload(url: string, token: string, path: string, form: FormData): Promise<Import> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`the file was answered with ${answer.status}: ${await answer.text()}`);
  let read = (await answer.json()) as Import;
  while (read.state === 'reading')
    read = await send<Import>(url, { token }, 'GET', `/api/imports/${read.id}?limit=1`);
  return read;
}

for (const { name, isAvailable, create } of testDatabases)
  describe.skipIf(!isAvailable || process.platform !== 'linux')(
    `a server on ${name} uses at most 250 MB`,
    () => {
      async function openDatabase() {
        const database = await create();
        const folder = await mkdtemp(join(tmpdir(), 'altimeter-memory-'));
        onTestFinished(async () => {
          await database.remove();
          await rm(folder, { recursive: true, force: true });
        });
        return { databaseUrl: database.options.databaseUrl, dataDir: folder };
      }

      it.each(Object.entries(files))(
        'while a %s file of 100,000 rows is read, applied and undone',
        { timeout: limitMs },
        async (_format, make) => {
          const { databaseUrl, dataDir } = await openDatabase();
          const env = await startEnvironment(databaseUrl);
          const server = await startAppServer({ ...env, DATA_DIR: dataDir });
          onTestFinished(() => server.kill());
          const person = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Files' };
          const { token } = await send<{ token: string }>(
            server.url,
            null,
            'POST',
            '/api/auth/signup',
            person,
          );
          const call = <T>(method: string, path: string) => send<T>(server.url, { token }, method, path);
          const [main] = await call<{ id: string }[]>('GET', '/api/portfolios');
          const form = new FormData();
          const file = make();
          form.append('file', new Blob([file.bytes]), file.name);
          const read = await upload(server.url, token, `/api/portfolios/${main!.id}/imports`, form);
          expect(read).toMatchObject({ state: 'ready', transactions: { new: 100_000 } });
          await call('POST', `/api/imports/${read.id}/apply`);
          const undone = await fetch(`${server.url}/api/imports/${read.id}`, {
            method: 'DELETE',
            headers: { authorization: `Bearer ${token}` },
          });
          expect(undone.status).toBe(204);
          console.info(`${Math.round(readPeakMemory(server.pid) / 1e6)} MB at most`);
          expect(readPeakMemory(server.pid)).toBeLessThanOrEqual(limit);
        },
      );

      it('while calculating figures of 99,900 transactions of 200 coins', { timeout: limitMs }, async () => {
        const { databaseUrl } = await openDatabase();
        const env = await startEnvironment(databaseUrl);
        const bench = await startLedgerServer({ ...env, LOAD_SHEDDING: 'off' }, transactions);
        onTestFinished(() => bench.stop());
        // A new process, so that the calls that filled the ledger don’t count.
        const { url, pid } = await bench.restart();
        const path = `/api/portfolios/${bench.owner.portfolioId}`;
        for (const what of ['holdings', 'disposals', 'lots'])
          await send<unknown>(url, bench.owner, 'GET', `${path}/${what}`);
        console.info(`${Math.round(readPeakMemory(pid) / 1e6)} MB at most`);
        expect(readPeakMemory(pid)).toBeLessThanOrEqual(limit);
      });
    },
  );
