import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { readMarketStatus, startAppOn, startFaultySimulator, waitForState } from './faulty-market.ts';

/** As promised in docs/market-data.md. */
const promisedMs = 5_000;
const leaseMs = 15_000;

it('a server killed on the embedded database has fresh quotes within five seconds of its next start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'altimeter-lease-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const simulator = await startFaultySimulator();
  onTestFinished(() => simulator.close());
  const killed = await startAppOn(simulator, { DATA_DIR: dataDir });
  await waitForState(killed, 'live');
  await killed.kill();

  // In a container another process soon gets the killed one's pid. Here it is this test's.
  const database = await openDatabase({ dataDir, databaseUrl: undefined, logger: { warn: () => undefined } });
  const holder = `${hostname()}-${process.pid}-${randomUUID()}`;
  const held = await database
    .updateTable('leases')
    .set({ holder, expires_at: Date.now() + leaseMs })
    .returning('name')
    .execute();
  expect(held.map(({ name }) => name)).toContain('market-refresh');
  await database.destroy();

  const killedAt = Date.now();
  const restarted = await startAppOn(simulator, { DATA_DIR: dataDir });
  onTestFinished(() => restarted.kill());
  const isFresh = async () => Date.parse((await readMarketStatus(restarted)).asOf ?? '') > killedAt;
  await vi.waitUntil(isFresh, { timeout: promisedMs, interval: 50 });
}, 60_000);
