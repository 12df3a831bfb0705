import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { DEFAULT_MIGRATION_TABLE } from 'kysely';
import pg from 'pg';
import { StartError } from '#server/platform/start-error.ts';
import { reasonOf } from '../reason-of.ts';
import { sumPostgresTables, type TableSums } from './table-sums.ts';
import { type AnswerChecks, defaultChecks, whileAnswering } from './while-answering.ts';

export interface PostgresServer {
  /** `postgres://…` */
  readonly url: string;
  /** The environment of PostgreSQL's programs. */
  readonly environment: NodeJS.ProcessEnv;
  /** Aborts running programs. */
  readonly signal?: AbortSignal | undefined;
}

/** Copies our schema with `pg_dump`. Returns the sums of its tables in the copied snapshot. */
export async function backUpPostgres(
  server: PostgresServer,
  file: string,
  checks: AnswerChecks = defaultChecks,
): Promise<TableSums> {
  return whileAnswering(server, checks, (signal) => dump({ ...server, signal }, file));
}

function dump(server: PostgresServer, file: string): Promise<TableSums> {
  return withClient(server, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ schema: string; snapshot: string }>(
      'select current_schema() as schema, pg_export_snapshot() as snapshot',
    );
    const { schema, snapshot } = rows[0]!;
    const dumping = start(server, 'pg_dump', [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      `--snapshot=${snapshot}`,
      `--table=${quoteIdentifier(schema)}.*`,
      `--file=${file}`,
    ]);
    const [sums, dumped] = await Promise.allSettled([
      sumPostgresTables(client, schema),
      finished(dumping, 'pg_dump'),
    ]);
    // The program's own message is more helpful.
    if (dumped.status === 'rejected') throw dumped.reason;
    if (sums.status === 'rejected') throw sums.reason;
    return sums.value;
  });
}

/**
 * Replaces our tables with those of a backup in one transaction. `refuse` receives the backup's migrations and throws
 * if it must not be restored.
 */
export async function restorePostgres(
  server: PostgresServer,
  file: string,
  refuse: (file: string, migrations: readonly string[]) => void,
): Promise<void> {
  refuse(file, await readMigrations(server, file));
  const drops = await readOne(
    server,
    `select coalesce(string_agg(format('drop table %I.%I cascade;', schemaname, tablename), ' '), '') as value
     from pg_tables where schemaname = current_schema()`,
  );
  await executeScript(server, file, drops);
}

/** Executes `drops`, then the script of a backup, in one transaction. */
export async function executeScript(server: PostgresServer, file: string, drops: string): Promise<void> {
  const script = start(server, 'pg_restore', ['--no-owner', '--no-privileges', '--file=-', file]);
  const psql = start(server, 'psql', [
    '--quiet',
    '--no-psqlrc',
    '--single-transaction',
    '--set=ON_ERROR_STOP=1',
    '--file=-',
  ]);
  // Awaited from the start: after an error it ends before the script does, and nothing would tell of its end any more.
  const executed = Promise.allSettled([finished(psql, 'psql')]);
  psql.stdin!.write(`${drops}\n`);
  passOn(script.stdout!, psql.stdin!);
  psql.stdout!.resume();
  const [read] = await Promise.allSettled([finished(script, 'pg_restore')]);
  // Makes a truncated script fail instead of being committed.
  if (read.status === 'rejected') psql.stdin!.write('\nselect 1/0;\n');
  psql.stdin!.end();
  const [written] = await executed;
  for (const result of [read, written]) if (result.status === 'rejected') throw result.reason;
}

/**
 * Writes what is read, as fast as `to` takes it: a script of gigabytes must not pile up in memory. If `to` breaks, the rest
 * is read and dropped, so that only its program fails. Does not end `to`.
 */
export function passOn(from: Readable, to: Writable): void {
  to.on('error', () => undefined);
  from.on('data', (chunk: Buffer) => {
    if (to.writable && !to.write(chunk)) from.pause();
  });
  for (const event of ['drain', 'close']) to.on(event, () => from.resume());
}

async function readMigrations(server: PostgresServer, file: string): Promise<string[]> {
  const options = ['--data-only', `--table=${DEFAULT_MIGRATION_TABLE}`, '--file=-', file];
  const text = await readOutput(server, options);
  const [, rows = ''] = /^COPY [^\n]*\(name, [^\n]*\n([\s\S]*?)^\\\.$/m.exec(text) ?? [];
  return rows
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split('\t')[0]!);
}

async function readOutput(server: PostgresServer, options: readonly string[]): Promise<string> {
  const child = start(server, 'pg_restore', options);
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await finished(child, 'pg_restore');
  return text;
}

/** Throws a `StartError` if PostgreSQL's programs are not installed. */
export async function checkPostgresPrograms(server: PostgresServer): Promise<void> {
  await finished(start(server, 'pg_dump', ['--version']), 'pg_dump');
}

/** The schema of the tables in a backup; undefined if it has none. */
export async function readSchema(server: PostgresServer, file: string): Promise<string | undefined> {
  const list = await readOutput(server, ['--list', file]);
  return /^\d+; \d+ \d+ TABLE (\S+) /m.exec(list)?.[1];
}

/** The URL is passed in the environment, because every user of the machine can read arguments. */
function start(
  { url: databaseUrl, environment, signal }: PostgresServer,
  program: string,
  args: readonly string[],
) {
  const url = new URL(databaseUrl);
  const given = {
    PGHOST: url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, ''),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGOPTIONS: url.searchParams.get('options') ?? '',
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
  };
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return spawn(program, args, {
    env: { ...environment, ...named },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
}

async function finished(child: ChildProcess, program: string): Promise<void> {
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw new StartError(`${program} cannot be run; it comes with PostgreSQL's client programs.`, {
      cause: error,
    });
  });
  if (code === 0) return;
  throw new StartError(
    `${program} failed: ${errors.trim().split('\n')[0] || `it ended with exit code ${code}`}`,
  );
}

async function readOne(server: PostgresServer, query: string): Promise<string> {
  return withClient(server, async (client) => {
    const { rows } = await client.query<{ value: string }>(query);
    return rows[0]!.value;
  });
}

/** Opens a separate connection for `work`. Its failures are reported as a `StartError`. */
export async function withClient<T>(
  { url }: PostgresServer,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener, a lost connection would end the process; the current query rejects as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The PostgreSQL server of DATABASE_URL cannot be queried: ${reasonOf(error)}.`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A name for use in SQL, in quotes. */
export function quoteIdentifier(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
