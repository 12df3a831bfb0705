import { expect, it, onTestFinished, vi } from 'vitest';
import { AlertWork } from '../../support/cluster/alert-work.ts';
import { addClusterUser, call, sendTo } from '../../support/cluster/cluster-user.ts';
import { canStartCluster, startTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Tables that only the holder of a lease writes. */
const guarded = ['snapshots', 'alert_evaluations', 'alert_firings'];

interface Write {
  readonly number: string;
  readonly server: string;
  readonly tag: string;
}

/** Makes PostgreSQL record which server writes to those tables. Each connects under its own name. */
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

/** Waits until the leases that guard those tables are held. Returns the pid of the first one's holder. */
async function waitForLeader(
  cluster: TestCluster,
  isWanted: (pids: readonly number[]) => boolean,
): Promise<number> {
  return vi.waitUntil(
    async () => {
      const leases = await cluster.query<{ holder: string }>(
        `select holder from leases where name in ('market-refresh', 'alert-evaluation') order by name desc`,
      );
      // A holder's name consists of the host, the pid and a random part.
      const pids = leases.map(({ holder }) => Number(/-(\d+)-[0-9a-f-]{36}$/.exec(holder)?.[1]));
      return leases.length === 2 && isWanted(pids) && pids[0]!;
    },
    { timeout: 60_000, interval: 100 },
  );
}

const listWrites = (cluster: TestCluster, after: string) =>
  cluster.query<Write>(`select number, server, tag from test_writes where number > ${after} order by number`);

it.skipIf(!canStartCluster)('A leader that was frozen writes nothing after it resumes', async () => {
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

  const leaderPid = await waitForLeader(cluster, (pids) => pids.length > 0);
  const place = cluster.servers.findIndex(({ pid }) => pid() === leaderPid);
  const [frozen, other] = [cluster.servers[place]!, cluster.servers[1 - place]!];
  const names = { frozen: `server-${place + 1}`, other: `server-${2 - place}` };
  const send = sendTo(other.address, user.token);
  await alerts.addAlert(coins[0]!, send);
  frozen.signal('SIGSTOP');
  onTestFinished(() => frozen.signal('SIGCONT'));
  await waitForLeader(cluster, (pids) => pids.every((pid) => pid === other.pid()));
  await alerts.addAlert(coins[1]!, send);
  const before = (await listWrites(cluster, '0')).at(-1)?.number ?? '0';
  frozen.signal('SIGCONT');

  // The other server keeps writing, and the frozen one has written nothing.
  const listLater = async (server: string) =>
    (await listWrites(cluster, before)).filter((write) => write.server === server);
  await vi.waitUntil(async () => (await listLater(names.other)).length > 20, {
    timeout: 60_000,
    interval: 100,
  });
  expect(await listLater(names.frozen)).toEqual([]);
  await vi.waitUntil(() => alerts.isDone(), { timeout: 90_000, interval: 250 });
  expect(await alerts.findFaults()).toEqual({ faults: [], repeatedMails: 0 });
});
