import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { onFreePort, startProgram, waitUntilReady } from './process.mjs';
import { findPostgresUser } from './programs.mjs';
import { createService } from './service.mjs';

const userName = 'altimeter';
const startLimitMs = 30_000;
/** First a fast shutdown, which aborts open transactions, then an immediate one, like a crash. */
const signals = /** @type {const} */ ([
  ['SIGINT', 5000],
  ['SIGQUIT', 2000],
]);

/**
 * Starts a separate PostgreSQL with an empty database. Committed data survives a crash of its processes, but not of the
 * machine.
 * @param {object} parts
 * @param {string} parts.folder is created
 * @param {import('./programs.mjs').Programs} parts.programs
 * @param {import('./process.mjs').ProgramOptions['track']} [parts.track]
 */
export async function startPostgres({ folder, programs, track }) {
  const user = findPostgresUser();
  const password = randomBytes(16).toString('hex');
  const data = join(folder, 'data');
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    ...(user && { user }),
    ...(track && { track }),
  };
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(folder, 'password'), password, { mode: 0o600 });
  if (user) for (const path of [folder, join(folder, 'password')]) chownSync(path, user.uid, user.gid);

  const initdb = startProgram(
    join(programs.postgresFolder, 'initdb'),
    [
      ...['-D', data, '-U', userName, '--pwfile', join(folder, 'password')],
      ...['-A', 'scram-sha-256', '-E', 'UTF8', '--no-locale', '--no-sync'],
    ],
    options,
  );
  const how = await initdb.ended;
  if (!how.endsWith('status 0')) throw new Error(`initdb ${how}:\n${initdb.output().trim()}`);

  /** @param {number} port */
  const urlOf = (port) => `postgres://${userName}:${password}@127.0.0.1:${port}/postgres`;

  /** @param {number} port */
  async function launch(port) {
    const set = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
    const flags = [...set, 'full_page_writes=off', 'max_connections=300'].flatMap((setting) => [
      '-c',
      setting,
    ]);
    const program = startProgram(join(programs.postgresFolder, 'postgres'), ['-D', data, ...flags], options);
    const isReady = () => runStatement(urlOf(port), 'select 1').then(() => true);
    await waitUntilReady('PostgreSQL', program, isReady, startLimitMs);
    return program;
  }

  const { port, running } = await onFreePort(async (free) => ({ port: free, running: await launch(free) }));
  return createService({
    name: 'PostgreSQL',
    address: urlOf(port),
    signals,
    running,
    launch: () => launch(port),
  });
}

/**
 * @param {string} connectionString
 * @param {string} statement
 */
async function runStatement(connectionString, statement) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
