import { startProxy } from '../../../scripts/cluster/proxy.mjs';
import { startTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';
import { addBenchUser, holdingCount, watchedCount } from '../accounts/bench-user.ts';
import { sendRequests } from '../http/http-load.ts';
import { readCpuTime } from '../process-usage.ts';
import { type Finding, microseconds, perSecond, times } from '../report.ts';
import { median } from '../statistics.ts';

const counts = [1, 2, 3] as const;
const rounds = 3;
const requests = 1500;
const warmUp = 1500;

interface Figures {
  readonly perSecond: number[];
  /** Microseconds, all servers together. */
  readonly cpu: number[];
}

/**
 * Sends the same calls through one, two and three servers in turn. The client and the proxy share the machine with
 * them.
 */
export async function measureCalls(): Promise<Finding[]> {
  const cluster = await startTestCluster({ env: { LOAD_SHEDDING: 'off', MARKET_REFRESH_SECONDS: '3600' } });
  const proxies = await Promise.all(counts.map((count) => startProxyOf(cluster, count)));
  try {
    const { authorization } = await addBenchUser(cluster.url);
    const calls = [
      ['Market of 100 coins', '/api/cryptocurrencies?per_page=100', {}],
      [`Watchlist of ${watchedCount}`, '/api/watchlist', { authorization }],
      [`Portfolio of ${holdingCount}`, '/api/portfolio', { authorization }],
    ] as const;
    const findings: Finding[] = [];
    for (const [name, path, more] of calls) {
      const headers = { 'accept-encoding': 'gzip', ...more };
      const figures = await measureCall(cluster, proxies, path, headers);
      const [one] = figures.map(({ cpu }) => median(cpu));
      for (const [index, { perSecond: speeds, cpu }] of figures.entries()) {
        const what = `${name}, ${counts[index]} server${index > 0 ? 's' : ''}`;
        findings.push(
          { what: `${what}: calls, 8 at a time`, measured: perSecond(median(speeds)) },
          { what: `${what}: CPU per call`, measured: microseconds(median(cpu)) },
        );
        if (index > 0)
          findings.push({ what: '… compared with one server', measured: times(median(cpu) / one!) });
      }
    }
    return findings;
  } finally {
    await Promise.all(proxies.map(({ close }) => close()));
    await cluster.stop();
  }
}

async function startProxyOf(cluster: TestCluster, count: number) {
  const addresses = cluster.servers.slice(0, count).map(({ address }) => address);
  const proxy = await startProxy({ host: '127.0.0.1', port: 0, listAddresses: () => addresses });
  await proxy.waitForReady(count);
  return { url: `http://127.0.0.1:${proxy.port}`, close: proxy.close };
}

async function measureCall(
  cluster: TestCluster,
  proxies: readonly { readonly url: string }[],
  path: string,
  headers: Record<string, string>,
): Promise<Figures[]> {
  const pids = cluster.servers.map(({ pid }) => pid()!);
  const readCpu = () => pids.reduce((sum, pid) => sum + readCpuTime(pid), 0);
  const figures: Figures[] = counts.map(() => ({ perSecond: [], cpu: [] }));
  // Warms up all servers, so that each has compiled its hot code.
  await sendRequests(proxies.at(-1)!.url + path, headers, warmUp * counts.length, 200);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { url }] of proxies.entries()) {
      const cpuBefore = readCpu();
      const start = performance.now();
      await sendRequests(url + path, headers, requests, 200);
      figures[index]!.perSecond.push((requests * 1000) / (performance.now() - start));
      figures[index]!.cpu.push((readCpu() - cpuBefore) / requests / 1000);
    }
  }
  return figures;
}
