import { expect, it, onTestFinished, vi } from 'vitest';
import { AlertWork } from '../../support/cluster/alert-work.ts';
import { addClusterUser, call, sendTo } from '../../support/cluster/cluster-user.ts';
import { canStartCluster, startTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Tables that only the holder of a lease writes. */
const guarded = ['snapshots', 'alert_evaluations', 'alert_firings', 'alert_ticks'];

interface Write {
  readonly number: string;
  readonly server: string;
}

/** Has PostgreSQL note which server writes to those tables: each connects under its own name. */
async function watchWrites(cluster: TestCluster): Promise<void> {
  await cluster.query(`
    create table test_writes (number bigserial primary key, server text not null, tag text not null);
    create function test_note() returns trigger language plpgsql as $$
    begin
      insert into test_writes (server, tag) values (current_setting('application_name'), tg_table_name);
      return null;
    end $$;
    ${guarded
      .map(
        (table) =>
          `create trigger test_note after insert or update or delete on ${table} execute function test_note();`,
      )
      .join('\n')}
  `);
}

const listWrites = (cluster: TestCluster, after: string) =>
  cluster.query<Write>(`select number, server from test_writes where number > ${after} order by number`);

it.skipIf(!canStartCluster)('A leader that was frozen and thaws writes nothing', async () => {
  const cluster = await startTestCluster({
    servers: 2,
    envOf: (number, { databaseUrl }) => ({
      DATABASE_URL: `${databaseUrl}?application_name=server-${number}`,
    }),
  });
  onTestFinished(() => cluster.stop());
  const { body } = await call(`${cluster.url}/api/cryptocurrencies?per_page=10`);
  const coins = body as { id: string }[];
  await watchWrites(cluster);
  const user = await addClusterUser(cluster.url, cluster.mails, 'ada@example.com');
  const alerts = new AlertWork(cluster, user);
  onTestFinished(() => alerts.stream.stop());

  const writes = await vi.waitUntil(
    async () => {
      const all = await listWrites(cluster, '0');
      return all.length > 3 && all;
    },
    { timeout: 60_000, interval: 100 },
  );
  const leader = writes.at(-1)!.server;
  const other = leader === 'server-1' ? 'server-2' : 'server-1';
  const frozen = cluster.servers[Number(leader.at(-1)) - 1]!;
  const send = sendTo(cluster.servers[Number(other.at(-1)) - 1]!.address, user.token);
  await alerts.once(coins[0]!, send);
  frozen.signal('SIGSTOP');
  onTestFinished(() => frozen.signal('SIGCONT'));
  // Somebody else leads.
  const newest = writes.at(-1)!.number;
  await vi.waitUntil(async () => (await listWrites(cluster, newest)).some(({ server }) => server === other), {
    timeout: 60_000,
    interval: 100,
  });
  await alerts.once(coins[1]!, send);
  const before = (await listWrites(cluster, newest)).at(-1)!.number;
  frozen.signal('SIGCONT');

  // It shows what the other writes, and has written nothing.
  await vi.waitUntil(
    async () => (await listWrites(cluster, before)).filter(({ server }) => server === other).length > 20,
    { timeout: 60_000, interval: 100 },
  );
  expect((await listWrites(cluster, before)).filter(({ server }) => server === leader)).toEqual([]);
  await vi.waitUntil(() => alerts.isDone(), { timeout: 90_000, interval: 250 });
  expect(await alerts.findFaults()).toEqual({ faults: [], repeatedMails: 0 });
});
