import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type TestDatabase, testDatabases } from '../../../tests/support/databases.ts';
import { testDatabaseUrl } from '../../../tests/support/postgres.ts';
import { startTcpProxy } from '../../../tests/support/tcp-proxy.ts';
import { transact } from '../database/transact.ts';
import { createPostgresWakeUps } from './postgres-wake-ups.ts';
import { createLocalWakeUps, createSendingWakeUps, type WakeUps } from './wake-ups.ts';

const logger = { warn: () => undefined, info: () => undefined };

describe('wake-ups of one process', () => {
  it('arrive when the transaction is committed, and not otherwise', async () => {
    const database = await testDatabases[0]!.create();
    onTestFinished(() => database.remove());
    const db = await database.open();
    const wakeUps = createLocalWakeUps();
    const woken = vi.fn();
    const end = wakeUps.listen('mails', woken);
    await transact(db, async (tx) => {
      await wakeUps.send(tx, 'mails');
      expect(woken).not.toHaveBeenCalled();
    });
    expect(woken).toHaveBeenCalledOnce();
    await transact(db, async (tx) => {
      await wakeUps.send(tx, 'mails');
      throw new Error('undone');
    }).catch(() => undefined);
    end();
    await wakeUps.send(db, 'mails');
    expect(woken).toHaveBeenCalledOnce();
  });
});

describe.skipIf(!testDatabaseUrl)('wake-ups of processes that share a PostgreSQL', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.create();
  });
  afterEach(() => database.remove());

  async function open(databaseUrl = database.options.databaseUrl!) {
    const wakeUps = createPostgresWakeUps({ databaseUrl, logger });
    onTestFinished(() => wakeUps.stop());
    await wakeUps.start();
    return wakeUps;
  }

  function count(wakeUps: WakeUps, topic: 'mails' | 'firings' = 'mails') {
    const woken = { count: 0 };
    wakeUps.listen(topic, () => {
      woken.count += 1;
    });
    return woken;
  }

  it('reach all of them with the commit, by topic', async () => {
    const all = [await open(), await open()];
    const woken = all.map((one) => count(one));
    const other = count(all[0]!, 'firings');
    const db = await database.open();
    const sender = createSendingWakeUps(db);
    await transact(db, (tx) => sender.send(tx, 'mails'));
    await vi.waitFor(() => expect(woken.map((one) => one.count)).toEqual([1, 1]));
    expect(other.count).toBe(0);
    expect([sender.isConnected(), all[0]!.isConnected()]).toEqual([false, true]);
  });

  it('stay within the installation: another schema of the same database receives nothing', async () => {
    const elsewhere = await testDatabases.find(({ name }) => name === 'PostgreSQL')!.create();
    onTestFinished(() => elsewhere.remove());
    const [here, there] = [await open(), await open(elsewhere.options.databaseUrl)];
    const woken = [count(here), count(there)];
    const db = await elsewhere.open();
    await createSendingWakeUps(db).send(db, 'mails');
    await vi.waitFor(() => expect(woken[1]!.count).toBe(1));
    expect(woken[0]!.count).toBe(0);
  });

  it.each(['cut', 'freeze'] as const)(
    'resume after the connection was lost (%s), and all listeners check immediately',
    { timeout: 60_000 },
    async (kind) => {
      const url = new URL(database.options.databaseUrl!);
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port || 5432) });
      onTestFinished(() => proxy.close());
      url.hostname = '127.0.0.1';
      url.port = String(proxy.port);
      const wakeUps = await open(url.href);
      await proxy[kind]();
      await vi.waitUntil(() => !wakeUps.isConnected(), { timeout: 30_000 });
      const woken = count(wakeUps);
      await proxy.restore();
      await vi.waitUntil(() => wakeUps.isConnected(), { timeout: 30_000 });
      expect(woken.count).toBeGreaterThan(0);
      const before = woken.count;
      const db = await database.open();
      await createSendingWakeUps(db).send(db, 'mails');
      await vi.waitFor(() => expect(woken.count).toBe(before + 1));
    },
  );
});
