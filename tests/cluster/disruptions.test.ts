import { expect, it, onTestFailed, onTestFinished, vi } from 'vitest';
import { countCalls } from '../../server/market/simulator/server/call-log.ts';
import { ConfirmedWrites } from '../faults/confirmed-writes.ts';
import { AlertWork } from '../support/cluster/alert-work.ts';
import { type Background, repeat, untilAnswered } from '../support/cluster/background.ts';
import { addClusterUser, type ClusterUser, call } from '../support/cluster/cluster-user.ts';
import { createDisruptions } from '../support/cluster/disruptions.ts';
import { FileWork } from '../support/cluster/file-work.ts';
import { KeyWork } from '../support/cluster/key-work.ts';
import { findStreamFaults, toleranceMs } from '../support/cluster/quote-streams.ts';
import { readStream } from '../support/cluster/stream-reader.ts';
import { canStartCluster, startTestCluster, type TestCluster } from '../support/cluster/test-cluster.ts';

/** `npm run test:cluster` sets ten minutes. */
const durationMs = Number(process.env.CLUSTER_SECONDS ?? '15') * 1000;
const isLong = durationMs >= 60_000;
const seed = Number(process.env.CLUSTER_SEED ?? (isLong ? Date.now() % 1_000_000 : 1));
const callsPerMinute = 90;
const publicPaths = ['/', '/api/global', '/api/cryptocurrencies?per_page=100', '/api/status'];

vi.setConfig({ testTimeout: durationMs + 300_000 });

interface Coin {
  readonly id: string;
}

async function listCoins(cluster: TestCluster): Promise<Coin[]> {
  const { body } = await untilAnswered(() => call(`${cluster.url}/api/cryptocurrencies?per_page=200`));
  return body as Coin[];
}

/** Signs users up one after another, so that each gets a code. */
async function addUsers(cluster: TestCluster, names: readonly string[]): Promise<ClusterUser[]> {
  const users: ClusterUser[] = [];
  for (const name of names)
    users.push(await addClusterUser(cluster.url, cluster.mails, `${name}@example.com`));
  return users;
}

/** Starts visitors of public pages, who must always get answers, and of many coins, which costs upstream calls. */
function startVisitors(cluster: TestCluster, coins: readonly Coin[]) {
  const refused: string[] = [];
  let turn = 0;
  const visit = async () => {
    turn += 1;
    const path = publicPaths[turn % publicPaths.length]!;
    const answer = await fetch(cluster.url + path).catch((error: unknown) => ({
      status: 0,
      text: async () => String(error),
    }));
    const text = await answer.text();
    if (answer.status !== 200)
      refused.push(`${path}: ${answer.status} ${text.slice(0, 200)} at ${Date.now()}`);
  };
  const browse = async () => {
    const coin = coins[turn % coins.length]!;
    const { status } = await call(`${cluster.url}/api/cryptocurrencies/${coin.id}/history?days=7`);
    if (![200, 404].includes(status)) throw new Error(`a history was answered with ${status}`);
  };
  return { refused, backgrounds: [repeat(100, visit), repeat(100, visit), repeat(60, browse)] };
}

it.skipIf(!canStartCluster)(`Three servers keep every promise under disruptions, seed ${seed}`, async () => {
  const cluster = await startTestCluster({
    env: { COINGECKO_CALLS_PER_MINUTE: String(callsPerMinute), MARKET_REFRESH_SECONDS: '2' },
  });
  onTestFinished(() => cluster.stop());
  const coins = await listCoins(cluster);
  const [ada, bob, eve, kim, lee] = await addUsers(cluster, ['ada', 'bob', 'eve', 'kim', 'lee']);
  const confirmed = [ada!, bob!].map((user) => ({
    user,
    writes: new ConfirmedWrites(coins.map(({ id }) => id)),
  }));
  const files = new FileWork(eve!);
  const alerts = [kim!, lee!].map((user) => new AlertWork(cluster, user));
  const keys = await KeyWork.begin(eve!);
  const readers = Array.from({ length: 4 }, () => readStream(cluster.url));
  const visitors = startVisitors(cluster, coins);
  const works: Background[] = [
    ...visitors.backgrounds,
    ...confirmed.map(({ user, writes }) => repeat(150, () => writes.writeOnce(user.send))),
    repeat(500, () => files.importAndFile()),
    ...alerts.map((work, index) =>
      repeat(durationMs / 12, () => work.addAlert(coins[work.alertCount * 7 + index]!)),
    ),
    repeat(50, () => keys.makeCalls()),
  ];

  const disruptions = createDisruptions(cluster, seed, isLong ? 2 * toleranceMs : 0);
  onTestFailed(() => {
    const lines = disruptions.log.map(({ description, from, to }) => `${from}-${to} ${description}`);
    console.log([...lines, ...cluster.log.slice(-100)].join('\n'));
  });
  const end = Date.now() + durationMs;
  while (Date.now() < end || disruptions.log.length < 4) {
    await disruptions.next();
    await disruptions.pause();
  }
  await Promise.all(works.map((work) => work.stop()));

  // Everything acknowledged takes effect, some of it later.
  await vi
    .waitUntil(async () => (await Promise.all(alerts.map((work) => work.isDone()))).every(Boolean), {
      timeout: 120_000,
      interval: 500,
    })
    .catch(() => undefined);
  await Promise.all([...readers, ...alerts.map(({ stream }) => stream)].map((reader) => reader.stop()));

  for (const { user, writes } of confirmed) {
    expect.soft(writes.answered).toBeGreaterThan(10);
    expect.soft(await writes.findDifferences(user.send)).toEqual([]);
  }
  expect.soft(files.doneCount).toBeGreaterThan(1);
  expect.soft(await files.findDifferences()).toEqual([]);
  let repeatedMails = 0;
  for (const work of alerts) {
    const found = await work.findFaults();
    expect.soft(work.alertCount).toBeGreaterThan(2);
    expect.soft(found.faults).toEqual([]);
    repeatedMails += found.repeatedMails;
  }
  expect.soft(repeatedMails).toBeLessThanOrEqual(disruptions.countMailRisks());
  const streams = findStreamFaults(readers, disruptions.log);
  expect.soft(streams.faults).toEqual([]);
  expect.soft(visitors.refused).toEqual([]);
  const shareOfKey = 300 / cluster.servers.length;
  expect.soft(keys.maxInAMinute()).toBeLessThanOrEqual(300 + disruptions.maxUnawareServers() * shareOfKey);
  expect.soft(countCalls(cluster.provider.calls()).maxInAMinute).toBeLessThanOrEqual(callsPerMinute);
  // In a longer run the limits must have been reached; otherwise the test would prove nothing.
  if (!isLong) return;
  expect.soft(streams.compared).toBeGreaterThan(readers.length * (durationMs / 60_000));
  expect.soft(keys.maxInAMinute()).toBeGreaterThan(100);
  expect.soft(countCalls(cluster.provider.calls()).maxInAMinute).toBeGreaterThan(callsPerMinute / 2);
});
