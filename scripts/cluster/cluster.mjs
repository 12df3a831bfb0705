import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from './postgres.mjs';
import { createProgramList } from './program-list.mjs';
import { chooseTemporaryParent } from './programs.mjs';
import { startProxy } from './proxy.mjs';
import { startRedis } from './redis.mjs';
import { startServer } from './server.mjs';

/** @typedef {import('./service.mjs').Service} Service */
/** @typedef {NonNullable<import('./process.mjs').ProgramOptions['track']>} Track */

/**
 * @typedef {object} ClusterOptions
 * @property {import('./programs.mjs').Programs} programs
 * @property {number} servers the number of servers
 * @property {string} [host]
 * @property {number} [port] of the proxy; default 0, for any free port
 * @property {Record<string, string | undefined>} env of the servers
 * @property {(number: number, shared: {databaseUrl: string, redisUrl: string}) => Record<string, string | undefined>} [envOf]
 *   further variables for one server, numbered from 1
 * @property {(number: number) => string[]} [flagsOf] Node flags for one server
 * @property {(line: string, number: number) => void} [onLine] receives the servers' output
 */

/**
 * @typedef {object} Cluster
 * @property {string} url of the proxy
 * @property {string} folder
 * @property {Service} postgres
 * @property {Service} redis
 * @property {Service[]} servers behind the proxy, to which more may be added; all are ended with the cluster
 * @property {Record<string, string | undefined>} env of each server
 * @property {() => Promise<void>} stop ends everything and removes the folder; may be called at any time and repeatedly
 */

/**
 * Starts PostgreSQL, Redis, servers and a proxy on free ports, with all their data in one temporary folder. Resolves
 * when every server is ready; if something does not start, ends the rest.
 * @param {ClusterOptions} options
 * @param {(stop: Cluster['stop']) => void} [onBegin] receives the function that ends it before it is ready
 * @returns {Promise<Cluster>}
 */
export async function startCluster(options, onBegin = () => undefined) {
  const folder = mkdtempSync(join(chooseTemporaryParent(), 'altimeter-cluster-'));
  // PostgreSQL may run as another user, who must be able to enter; its subfolder is private.
  chmodSync(folder, 0o711);
  const list = createProgramList(folder);
  /** @type {(() => Promise<void>)[]} */
  const ends = [];
  /** @type {Promise<void> | undefined} */
  let stopping;
  async function end() {
    for (const step of ends.toReversed()) await step();
    await list.end();
  }
  const stop = () => (stopping ??= end());
  onBegin(stop);

  /** @type {Service[]} */
  const servers = [];
  try {
    const proxy = await startProxy({
      host: options.host ?? '127.0.0.1',
      port: options.port ?? 0,
      listAddresses: () => servers.map(({ address }) => address),
    });
    ends.push(proxy.close);
    const url = `http://localhost:${proxy.port}`;
    const { programs } = options;
    const [postgres, redis] = await Promise.all([
      startPostgres({ folder: join(folder, 'postgres'), programs, track: list.track }),
      startRedis({ folder: join(folder, 'redis'), programs, track: list.track }),
    ]);
    if (stopping) throw new Error('The cluster was stopped before it was ready.');
    ends.push(async () => void (await Promise.all([postgres.stop(), redis.stop()])));
    const env = {
      PUBLIC_URL: url,
      TOKEN_SECRET: randomBytes(32).toString('hex'),
      ...options.env,
      DATABASE_URL: postgres.address,
      REDIS_URL: redis.address,
      TRUST_PROXY: String(Number(options.env.TRUST_PROXY || 0) + 1),
    };
    servers.push(...(await startServers({ ...options, env, folder, track: list.track })));
    ends.push(async () => void (await Promise.all(servers.map((server) => server.stop()))));
    await proxy.waitForReady(servers.length);
    if (stopping) throw new Error('The cluster was stopped before it was ready.');
    return { url, folder, postgres, redis, servers, env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {ClusterOptions & {env: {DATABASE_URL: string, REDIS_URL: string}, folder: string, track: Track}} options
 * @returns {Promise<Service[]>}
 */
function startServers({ env, folder, track, ...options }) {
  const shared = { databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL };
  const numbers = Array.from({ length: options.servers }, (_, index) => index + 1);
  return Promise.all(
    numbers.map((number) =>
      startServer({
        number,
        folder: join(folder, `server-${number}`),
        env: { ...env, ...options.envOf?.(number, shared) },
        flags: options.flagsOf?.(number) ?? [],
        onLine: (line) => options.onLine?.(line, number),
        track,
      }),
    ),
  );
}
