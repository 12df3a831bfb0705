import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { DEFAULT_MIGRATION_TABLE } from 'kysely';
import pg from 'pg';
import { StartError } from '#server/platform/start-error.ts';

export interface PostgresServer {
  /** `postgres://…` */
  readonly url: string;
  /** The environment of PostgreSQL's own programs. */
  readonly environment: NodeJS.ProcessEnv;
}

/** Copies our schema with `pg_dump`. */
export async function backUpPostgres(server: PostgresServer, file: string): Promise<void> {
  const schema = await readOne(server, 'select current_schema() as value');
  const dump = start(server, 'pg_dump', [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--table=${quote(schema)}.*`,
    `--file=${file}`,
  ]);
  await finished(dump, 'pg_dump');
}

/**
 * Replaces our tables by those of a backup, in one transaction. `refuse` gets the backup's migrations and throws if it
 * must not be restored.
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
  const script = start(server, 'pg_restore', ['--no-owner', '--no-privileges', '--file=-', file]);
  const psql = start(server, 'psql', [
    '--quiet',
    '--no-psqlrc',
    '--single-transaction',
    '--set=ON_ERROR_STOP=1',
    '--file=-',
  ]);
  psql.stdin!.on('error', () => undefined);
  psql.stdin!.write(`${drops}\n`);
  script.stdout!.on('data', (chunk: Buffer) => void psql.stdin!.write(chunk));
  psql.stdout!.resume();
  const [read] = await Promise.allSettled([finished(script, 'pg_restore')]);
  // A script that was cut short must not be committed.
  if (read.status === 'rejected') psql.stdin!.write('\nselect 1/0;\n');
  psql.stdin!.end();
  const [written] = await Promise.allSettled([finished(psql, 'psql')]);
  for (const result of [read, written]) if (result.status === 'rejected') throw result.reason;
}

async function readMigrations(server: PostgresServer, file: string): Promise<string[]> {
  const options = ['--data-only', `--table=${DEFAULT_MIGRATION_TABLE}`, '--file=-', file];
  const child = start(server, 'pg_restore', options);
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await finished(child, 'pg_restore');
  const [, rows = ''] = /^COPY [^\n]*\(name, [^\n]*\n([\s\S]*?)^\\\.$/m.exec(text) ?? [];
  return rows
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split('\t')[0]!);
}

/** The address is passed in the environment: every user of the machine can read arguments. */
function start({ url: databaseUrl, environment }: PostgresServer, program: string, args: readonly string[]) {
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
  return spawn(program, args, { env: { ...environment, ...named }, stdio: ['pipe', 'pipe', 'pipe'] });
}

async function finished(child: ChildProcess, program: string): Promise<void> {
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk;
  });
  const [code] = await once(child, 'close').catch((error: unknown) => {
    throw new StartError(`${program} cannot be run; it comes with PostgreSQL's client programs.`, {
      cause: error,
    });
  });
  if (code === 0) return;
  throw new StartError(`${program} failed: ${complaint.trim().split('\n')[0] ?? `it ended with ${code}`}`);
}

async function readOne({ url }: PostgresServer, query: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ value: string }>(query);
    return rows[0]!.value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The PostgreSQL server of DATABASE_URL cannot be asked: ${reason}.`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
