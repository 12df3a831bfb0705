import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startServer } from '../../../scripts/cluster/server.mjs';
import { ConfirmedWrites } from '../../faults/confirmed-writes.ts';
import { AlertWork } from '../../support/cluster/alert-work.ts';
import { repeat } from '../../support/cluster/background.ts';
import { addClusterUser, call } from '../../support/cluster/cluster-user.ts';
import { findOldVersion, unpackVersion } from '../../support/cluster/old-version.ts';
import { canStartCluster, startTestCluster } from '../../support/cluster/test-cluster.ts';

vi.setConfig({ testTimeout: 240_000 });

const commit = findOldVersion();
if (commit === undefined) console.log('There is no git history here, so no older version is tested.');

/** Answers of a server that doesn't understand its database. */
const faults: ReadonlySet<number> = new Set([500, 501]);

it.skipIf(!canStartCluster || commit === undefined)(
  `Version ${commit?.slice(0, 8)} keeps working next to this one, while it migrates the database and after`,
  async () => {
    const old = unpackVersion(commit!);
    onTestFinished(old.remove);
    const cluster = await startTestCluster({ servers: 0 });
    onTestFinished(() => cluster.stop());
    const { env, folder } = cluster;
    const start = async (number: number, more: Record<string, string | undefined>, tree?: string) => {
      const options = { number, folder: join(folder, `version-${number}`), env: { ...env, ...more } };
      const server = await startServer({ ...options, ...(tree && { tree }) });
      // From now on the proxy uses it too.
      cluster.servers.push(server);
      return server;
    };
    const before = await start(1, old.takesRedis ? {} : { REDIS_URL: undefined }, old.tree);
    await vi.waitUntil(async () => (await fetch(`${cluster.url}/api/global`)).ok, { timeout: 30_000 });
    const user = await addClusterUser(cluster.url, cluster.mails, 'ada@example.com');
    const list = await call(`${cluster.url}/api/cryptocurrencies?per_page=20`);
    const coins = list.body as { id: string }[];
    const writes = new ConfirmedWrites(coins.map(({ id }) => id));
    const broken: string[] = [];
    const send: typeof user.send = async (method, path, body) => {
      const answer = await user.send(method, path, body);
      if (faults.has(answer.status)) broken.push(`${method} ${path}: ${answer.status}`);
      return answer;
    };
    const paths = ['/api/global', '/api/portfolio', '/api/alerts', '/api/auth/me', '/api/auth/sessions'];
    let turn = 0;
    const works = [
      repeat(50, () => writes.writeOnce(send)),
      repeat(50, async () => {
        turn += 1;
        await send('GET', paths[turn % paths.length]!);
      }),
    ];
    await vi.waitUntil(() => writes.answered > 10, { timeout: 60_000 });

    const listApplied = () => cluster.query<{ name: string }>('select name from kysely_migration');
    const appliedBefore = await listApplied();
    await start(2, {});
    expect((await listApplied()).length).toBeGreaterThan(appliedBefore.length);
    const answered = writes.answered;
    await vi.waitUntil(() => writes.answered > answered + 40, { timeout: 60_000 });
    const alerts = new AlertWork(cluster, user);
    onTestFinished(() => alerts.stream.stop());
    for (const coin of coins.slice(0, 4)) await alerts.addAlert(coin);
    await vi.waitUntil(() => alerts.isDone(), { timeout: 60_000, interval: 250 });
    expect.soft(await alerts.findFaults()).toEqual({ faults: [], repeatedMails: 0 });

    await before.stop();
    const alone = writes.answered;
    await vi.waitUntil(() => writes.answered > alone + 10, { timeout: 60_000 });
    await Promise.all(works.map((work) => work.stop()));
    expect.soft(broken).toEqual([]);
    expect.soft(await writes.findDifferences(user.send)).toEqual([]);
  },
);
