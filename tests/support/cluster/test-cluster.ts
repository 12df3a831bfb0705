import pg from 'pg';
import { type Cluster, startCluster } from '../../../scripts/cluster/cluster.mjs';
import { findPrograms } from '../../../scripts/cluster/programs.mjs';
import {
  type SimulatorServer,
  startSimulatorServer,
} from '../../../server/market/simulator/server/simulator-server.ts';
import { FaultyMailServer } from '../faulty-mail-server.ts';

const programs = findPrograms();
/** Whether PostgreSQL and Redis are installed; if not, skip the tests. */
export const canStartCluster = !Array.isArray(programs);

/** Several servers with their own PostgreSQL and Redis, and a provider and a mail server that record calls. */
export interface TestCluster extends Cluster {
  readonly provider: SimulatorServer;
  readonly mails: FaultyMailServer;
  /** The log lines of all servers, each with its server's number. */
  readonly log: string[];
  /** Runs a statement and returns its rows. Waits for PostgreSQL if it is down. */
  query<T>(statement: string): Promise<T[]>;
}

export interface TestClusterOptions {
  readonly servers?: number;
  readonly env?: Record<string, string>;
  readonly envOf?: (
    number: number,
    shared: { databaseUrl: string; redisUrl: string },
  ) => Record<string, string | undefined>;
  readonly flagsOf?: (number: number) => string[];
}

/** Starts a cluster, by default of three servers that refresh their market each second. */
export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  if (Array.isArray(programs)) throw new Error(programs.join('\n'));
  const provider = await startSimulatorServer();
  const mails = new FaultyMailServer({ isSound: true });
  const log: string[] = [];
  const { PATH, HOME } = process.env;
  const cluster = await startCluster({
    programs,
    servers: options.servers ?? 3,
    env: {
      PATH,
      HOME,
      MARKET_PROVIDER: 'coingecko',
      COINGECKO_BASE_URL: provider.url,
      COINGECKO_CALLS_PER_MINUTE: '10000',
      MARKET_REFRESH_SECONDS: '1',
      NEWS_FEEDS: 'off',
      AUTH_RATE_LIMIT: 'off',
      DEFAULT_TIER: 'premium',
      LOG_LEVEL: 'error',
      SMTP_URL: await mails.listen(),
      ...options.env,
    },
    ...(options.envOf && { envOf: options.envOf }),
    ...(options.flagsOf && { flagsOf: options.flagsOf }),
    onLine: (line, number) => log.push(`${number}| ${line}`),
  });
  return {
    ...cluster,
    provider,
    mails,
    log,
    query: (statement) => runQuery(cluster.postgres.address, statement),
    async stop() {
      await cluster.stop();
      await Promise.all([provider.close(), mails.close()]);
    },
  };
}

async function runQuery<T>(connectionString: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows as T[];
  } finally {
    await client.end();
  }
}
