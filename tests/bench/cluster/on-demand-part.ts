import { startTestCluster, type TestCluster } from '../../support/cluster/test-cluster.ts';
import { getAnswer } from '../http/http-load.ts';
import { type Finding, limited, times } from '../report.ts';

const distinct = 5000;
const atOnce = 12;
const countedEndpoints = ['/coins/{id}', '/search'];

/** Sends distinct requests, each to every server: the provider must get each once, as from one server. */
export async function measureOnDemand(): Promise<Finding[]> {
  const one = await measure(1);
  const three = await measure(3);
  return [
    { what: `${distinct} distinct requests to one server: calls upstream`, measured: String(one) },
    { what: '… each to three servers', measured: String(three) },
    limited('… three servers, compared with one', three / one, { atMost: 1 }, times),
  ];
}

async function measure(servers: number): Promise<number> {
  const cluster = await startTestCluster({
    servers,
    env: { COINGECKO_CALLS_PER_MINUTE: '100000', LOAD_SHEDDING: 'off', MARKET_REFRESH_SECONDS: '3600' },
  });
  try {
    const paths = await listPaths(cluster);
    const before = countCalls(cluster);
    const requests = paths.flatMap((path) => cluster.servers.map(({ address }) => address + path));
    let next = 0;
    const ask = async () => {
      while (next < requests.length) {
        const { status, body } = await getAnswer(requests[next++]!, {});
        if (status !== 200) throw new Error(`a request was answered with ${status}: ${body}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, ask));
    return countCalls(cluster) - before;
  } finally {
    await cluster.stop();
  }
}

const countCalls = ({ provider }: TestCluster) =>
  provider.calls().filter(({ endpoint }) => countedEndpoints.includes(endpoint)).length;

/**
 * Paths that each cost an upstream call: a coin's page, or a search. Not histories, which the archive may fetch at any
 * time.
 */
async function listPaths({ url }: TestCluster): Promise<string[]> {
  const answer = await fetch(`${url}/api/cryptocurrencies?per_page=250`);
  const coins = (await answer.json()) as { id: string }[];
  return Array.from({ length: distinct }, (_, index) =>
    index < coins.length ? `/api/cryptocurrencies/${coins[index]!.id}` : `/api/search?query=coin ${index}`,
  );
}
