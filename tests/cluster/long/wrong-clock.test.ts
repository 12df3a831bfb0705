import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { countCalls } from '../../../server/market/simulator/server/call-log.ts';
import { AlertWork } from '../../support/cluster/alert-work.ts';
import { repeat } from '../../support/cluster/background.ts';
import { addClusterUser, call } from '../../support/cluster/cluster-user.ts';
import { KeyWork } from '../../support/cluster/key-work.ts';
import { findStreamFaults } from '../../support/cluster/quote-streams.ts';
import { readStream } from '../../support/cluster/stream-reader.ts';
import { canStartCluster, startTestCluster } from '../../support/cluster/test-cluster.ts';
import { UpstreamWork } from '../../support/cluster/upstream-work.ts';

vi.setConfig({ testTimeout: 240_000 });

const callsPerMinute = 90;
const preload = join(import.meta.dirname, '../../support/cluster/shifted-clock.ts');

it.skipIf(!canStartCluster).each([
  { name: 'ahead', offset: 300_000 },
  { name: 'behind', offset: -300_000 },
])('A server whose clock is five minutes $name breaks no promise', async ({ offset }) => {
  const cluster = await startTestCluster({
    servers: 2,
    env: { COINGECKO_CALLS_PER_MINUTE: String(callsPerMinute), MARKET_REFRESH_SECONDS: '2' },
    envOf: (number) => (number === 1 ? { CLOCK_OFFSET_MS: String(offset) } : {}),
    flagsOf: (number) => (number === 1 ? ['--import', preload] : []),
  });
  onTestFinished(() => cluster.stop());
  const list = await call(`${cluster.url}/api/cryptocurrencies?per_page=200`);
  const coins = list.body as { id: string }[];
  const user = await addClusterUser(cluster.url, cluster.mails, 'ada@example.com');
  const alerts = new AlertWork(cluster, user);
  onTestFinished(() => alerts.stream.stop());
  const keys = await KeyWork.begin(user);
  const urls = cluster.servers.map(({ address }) => address);
  const upstream = new UpstreamWork(
    urls,
    coins.map(({ id }) => id),
  );
  const readers = urls.map((url) => readStream(url));
  const works = [repeat(20, () => keys.makeCalls()), repeat(20, () => upstream.makeCalls())];

  for (const coin of coins.slice(0, 5)) await alerts.addAlert(coin);
  await vi.waitUntil(() => alerts.isDone(), { timeout: 90_000, interval: 250 });
  await vi.waitUntil(() => keys.refused > 100, { timeout: 90_000, interval: 250 });
  await vi.waitUntil(() => readers.every(({ events }) => events.length > 6), { timeout: 60_000 });
  await Promise.all([...works, ...readers].map((one) => one.stop()));

  expect.soft(await alerts.findFaults()).toEqual({ faults: [], repeatedMails: 0 });
  const { faults, compared } = findStreamFaults(readers, []);
  expect.soft(faults).toEqual([]);
  expect.soft(compared).toBeGreaterThan(0);
  expect.soft(keys.maxInAMinute()).toBeLessThanOrEqual(300);
  expect.soft(countCalls(cluster.provider.calls()).maxInAMinute).toBeLessThanOrEqual(callsPerMinute);
  // Both are live, no matter which one fetches.
  for (const url of urls) {
    const { body } = await call(`${url}/api/status`);
    expect.soft((body as { market: { state: string } }).market.state).toBe('live');
  }
});
