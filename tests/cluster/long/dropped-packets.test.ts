import { expect, it, onTestFinished, vi } from 'vitest';
import { countCalls } from '../../../server/market/simulator/server/call-log.ts';
import { repeat } from '../../support/cluster/background.ts';
import { addClusterUser, call } from '../../support/cluster/cluster-user.ts';
import { KeyWork } from '../../support/cluster/key-work.ts';
import { canStartCluster, startTestCluster } from '../../support/cluster/test-cluster.ts';
import { UpstreamWork } from '../../support/cluster/upstream-work.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

vi.setConfig({ testTimeout: 240_000 });

const callsPerMinute = 90;

it.skipIf(!canStartCluster)(
  'A server whose packets to Redis are dropped continues alone, and reconnects',
  async () => {
    // The port is set before the first connection.
    const target = { host: '127.0.0.1', port: 0 };
    const network = await startTcpProxy(target);
    onTestFinished(() => network.close());
    const cluster = await startTestCluster({
      servers: 2,
      env: { COINGECKO_CALLS_PER_MINUTE: String(callsPerMinute), MARKET_REFRESH_SECONDS: '2' },
      envOf(number, { redisUrl }) {
        if (number !== 1) return {};
        const url = new URL(redisUrl);
        target.port = Number(url.port);
        url.port = String(network.port);
        return { REDIS_URL: url.href };
      },
    });
    onTestFinished(() => cluster.stop());
    const urls = cluster.servers.map(({ address }) => address);
    const list = await call(`${cluster.url}/api/cryptocurrencies?per_page=200`);
    const coinIds = (list.body as { id: string }[]).map(({ id }) => id);
    const user = await addClusterUser(cluster.url, cluster.mails, 'ada@example.com');
    const keys = await KeyWork.begin(user);
    const fresh = await KeyWork.begin(user);
    const upstream = new UpstreamWork(urls, coinIds);
    const refused: string[] = [];
    const visit = async () => {
      for (const url of urls) {
        const { status } = await fetch(`${url}/api/global`);
        if (status !== 200) refused.push(`${url} answered ${status}`);
      }
    };
    const listDegraded = () =>
      Promise.all(
        urls.map(
          async (url) => ((await call(`${url}/api/status`)).body as { degraded: readonly string[] }).degraded,
        ),
      );
    const waitForDegraded = (wanted: readonly (readonly string[])[]) =>
      expect.poll(listDegraded, { timeout: 30_000, interval: 200 }).toEqual(wanted);
    const works = [
      repeat(20, () => keys.makeCalls()),
      repeat(20, () => upstream.makeCalls()),
      repeat(50, visit),
    ];

    await waitForDegraded([[], []]);
    // By then both servers know that the key is used up.
    await vi.waitUntil(() => keys.refused > 100, { timeout: 90_000, interval: 250 });
    // This key has most of its calls left. They are used as fast as allowed, before the loss is noticed.
    await fresh.makeCalls();
    await fresh.makeCalls();
    network.freeze();
    works.push(repeat(20, () => fresh.makeCalls()));
    await waitForDegraded([['redis'], []]);
    const spent = keys.refused;
    await vi.waitUntil(() => keys.refused > spent + 100, { timeout: 90_000, interval: 250 });
    await vi.waitUntil(() => fresh.refused > 100, { timeout: 90_000, interval: 250 });
    await network.restore();
    await waitForDegraded([[], []]);
    await Promise.all(works.map((work) => work.stop()));

    expect.soft(refused).toEqual([]);
    expect.soft(keys.maxInAMinute()).toBeLessThanOrEqual(300);
    expect.soft(fresh.maxInAMinute()).toBeLessThanOrEqual(300);
    expect.soft(fresh.maxInAMinute()).toBeGreaterThan(100);
    expect.soft(countCalls(cluster.provider.calls()).maxInAMinute).toBeLessThanOrEqual(callsPerMinute);
  },
);
