import { once } from 'node:events';
import { createServer } from 'node:net';
import { startCluster } from './cluster.mjs';
import { findPrograms } from './programs.mjs';

/*
 * npm run cluster: several servers, PostgreSQL, Redis and a proxy on this machine, until Ctrl-C. Programs that die are
 * restarted: servers soon, PostgreSQL and Redis later, to show how the servers cope without them.
 */

const serverPauseMs = 1000;
const databasePauseMs = 30_000;
const maxServers = 20;
const usualPort = 3000;
/**
 * Lines of a server that are not shown: its address is the proxy's, which is not ready yet, and behind a proxy its inbox
 * can't be opened.
 */
const printedAtStart = /^(Altimeter is running at|The local inbox:) /;

/** @typedef {import('./service.mjs').Service} Service */

/**
 * @param {string} message
 * @returns {never}
 */
function refuse(message) {
  console.error(message);
  process.exit(1);
}

/**
 * @param {string} name
 * @param {number} max
 * @returns {number | undefined}
 */
function readNumber(name, max) {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < (name === 'PORT' ? 0 : 1) || value > max) {
    refuse(`${name} is ${JSON.stringify(text)}; expected a whole number up to ${max}.`);
  }
  return value;
}

/**
 * @param {Service} service
 * @param {number} pauseMs
 * @param {() => boolean} isStopping
 */
function keepRunning(service, pauseMs, isStopping) {
  const startAgain = async () => {
    if (isStopping() || service.pid() !== undefined) return;
    try {
      await service.start();
      if (!isStopping()) console.log(`${service.name} is running again, pid ${service.pid()}.`);
    } catch (error) {
      if (isStopping()) return;
      console.error(`${service.name} did not start: ${messageOf(error)}`);
      setTimeout(startAgain, pauseMs);
    }
  };
  service.onExit((how) => {
    if (isStopping()) return;
    console.error(`${service.name} ${how}. Restarting it in ${pauseMs / 1000} s.`);
    setTimeout(startAgain, pauseMs);
  });
}

/** @param {unknown} error */
function messageOf(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'EADDRINUSE')
    return `Port ${process.env.PORT || usualPort} is in use; set PORT to another one (0: any free one).`;
  return message;
}

/**
 * The usual port, or 0 for any other one where that is taken.
 * @param {string} host
 */
async function findPort(host) {
  const server = createServer().listen(usualPort, host);
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return usualPort;
  } catch {
    return 0;
  }
}

/** @param {import('./cluster.mjs').Cluster} cluster */
function listAddresses({ url, folder, postgres, redis, servers }) {
  const line = (/** @type {Service} */ { name, address, pid }) => `  ${name}: ${address}, pid ${pid()}`;
  return [
    `Altimeter is running at ${url}`,
    ...[...servers, postgres, redis].map(line),
    `  Data: ${folder}, removed at the end`,
    'Ctrl-C ends it.',
  ].join('\n');
}

async function main() {
  if (process.platform === 'win32') refuse('npm run cluster needs Linux or macOS.');
  const programs = findPrograms();
  if (Array.isArray(programs)) refuse(programs.join('\n'));
  const port = readNumber('PORT', 65_535);
  const servers = readNumber('SERVERS', maxServers) ?? 3;
  let isStopping = false;
  let stop = async () => {};
  const end = async () => {
    // A terminal and npm may both forward the same Ctrl-C.
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end());
  // The reader may have gone, as in `npm run cluster | head`.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  console.log(`Starting PostgreSQL, Redis and ${servers} servers…`);
  try {
    const cluster = await startCluster(
      {
        programs,
        servers,
        ...(process.env.HOST && { host: process.env.HOST }),
        port: port ?? (await findPort(process.env.HOST || '127.0.0.1')),
        env: { LOG_LEVEL: 'warn', ...process.env },
        onLine: (line, number) => printedAtStart.test(line) || console.log(`${number}| ${line}`),
      },
      (stopCluster) => {
        stop = stopCluster;
      },
    );
    for (const server of cluster.servers) keepRunning(server, serverPauseMs, () => isStopping);
    for (const one of [cluster.postgres, cluster.redis]) keepRunning(one, databasePauseMs, () => isStopping);
    console.log(listAddresses(cluster));
  } catch (error) {
    if (isStopping) return;
    refuse(messageOf(error));
  }
}

await main();
