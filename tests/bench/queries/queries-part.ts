import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { loadConfig } from '#server/config/read-config.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { startServer } from '../../../server/start-server.ts';
import { testDatabaseUrl } from '../../support/postgres.ts';
import { type Finding, milliseconds } from '../report.ts';
import { fillDatabase } from './fill.ts';
import { explainQuery, type QueryPlan } from './query-plan.ts';
import { recordQueries } from './recorded-queries.ts';
import { addUser, visit } from './user-calls.ts';

/** How many of the most frequent queries to list. They must not scan a whole large table. */
const maxFrequent = 20;
const visits = 10;
/** How long to record jobs, some of which run every few seconds. */
const jobsMs = 20_000;

/**
 * Measures the plans of the most frequent queries with 100,000 users, 1,000,000 holdings and 1,000,000 alerts, in a
 * separate database. The queries are those a server sends during a user's visit and its jobs.
 */
export async function measureQueries(): Promise<Finding[]> {
  if (!testDatabaseUrl) return [{ what: 'TEST_DATABASE_URL is not set', measured: 'not measured' }];
  const name = `altimeter_queries_${randomBytes(4).toString('hex')}`;
  const url = new URL(testDatabaseUrl);
  url.pathname = `/${name}`;
  await withClient(testDatabaseUrl, (client) => client.query(`create database ${name}`));
  const dataDir = mkdtempSync(join(tmpdir(), 'altimeter-queries-'));
  try {
    const start = () => startOn(url.href, dataDir);
    const token = await withServer(start, addUser);
    console.log('Filling the database…');
    await withClient(url.href, fillDatabase);
    console.log('Asking the server…');
    const recorded = await withServer(start, async (address) => {
      const recording = recordQueries();
      for (let round = 0; round < visits; round++) await visit(address, token);
      await wait(jobsMs);
      return recording.stop();
    });
    return await withClient(url.href, async (client) => {
      const plans: QueryPlan[] = [];
      for (const query of recorded) plans.push(await explainQuery(client, query));
      return describePlans(plans);
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    await withClient(testDatabaseUrl, (client) => client.query(`drop database ${name} with (force)`));
  }
}

function startOn(databaseUrl: string, dataDir: string) {
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    MARKET_PROVIDER: 'simulated',
    MARKET_REFRESH_SECONDS: '2',
    NEWS_FEEDS: 'off',
    AUTH_RATE_LIMIT: 'off',
    DEFAULT_TIER: 'premium',
    LOG_LEVEL: 'warn',
  });
  return startServer(config, createLogger(config.logLevel));
}

async function withServer<T>(start: () => ReturnType<typeof startOn>, work: (url: string) => Promise<T>) {
  const server = await start();
  try {
    return await work(server.publicUrl);
  } finally {
    await server.close();
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function describePlans(plans: readonly QueryPlan[]): Finding[] {
  const named = plans.slice(0, maxFrequent).map((plan): Finding => {
    const isMet = plan.scanned.length === 0;
    const by = plan.indexes.join(', ') || 'a small table';
    const text = isMet ? by : `reads all of ${plan.scanned.join(', ')}`;
    return { what: shorten(plan), measured: milliseconds(plan.time), wanted: { text, isMet } };
  });
  const rest = plans
    .slice(maxFrequent)
    .filter(({ scanned, time }) => scanned.length > 0 || time > slowMs)
    .map(
      (plan): Finding => ({
        what: `less frequent: ${shorten(plan)}`,
        measured: milliseconds(plan.time),
        wanted: {
          text: plan.scanned.length > 0 ? `reads all of ${plan.scanned.join(', ')}` : plan.indexes.join(', '),
          isMet: plan.scanned.length === 0,
        },
      }),
    );
  return [...named, ...rest];
}

/** From how many milliseconds on a less frequent query is listed. */
const slowMs = 50;

const shorten = ({ text, count }: QueryPlan) =>
  `${count}x ${text.replaceAll(/\s+/g, ' ').replaceAll('"', '').slice(0, 110)}`;
