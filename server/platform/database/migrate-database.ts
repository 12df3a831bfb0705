import {
  DEFAULT_MIGRATION_TABLE,
  type Migration,
  type MigrationResultSet,
  Migrator,
  NO_MIGRATIONS,
  PostgresAdapter,
  sql,
} from 'kysely';
import type { Logger } from 'pino';
import { StartError } from '#server/platform/start-error.ts';
import { reasonOf } from '../reason-of.ts';
import type { Database } from './database.ts';
import { listExpanding } from './expanding-migrations.ts';
import { migrations as ownMigrations } from './migrations/migrations.ts';

type Migrations = Readonly<Record<string, Migration>>;

/**
 * Brings the tables up to date. All pending migrations run in one transaction, under an advisory lock on PostgreSQL: an
 * interruption leaves the old tables, and if several processes start together, one migrates and the others wait.
 * Migrations of a newer version that are marked as expanding are left alone. Throws a `StartError` if the database is
 * too new for this version, or if a migration fails.
 */
export async function migrateDatabase(
  db: Database,
  migrations: Migrations = ownMigrations,
  logger?: Pick<Logger, 'warn'>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withoutTimeouts(db, (connection) => migrateOnce(connection, migrations, logger));
    } catch (error) {
      if (attempt === maxAttempts || !isWorthAnotherTry(error)) throw error;
    }
  }
}

/** Allows ten minutes of waiting for a table, or for the migrating process. */
const maxAttempts = 120;
/**
 * Transient errors. PostgreSQL inspects the tables of every schema in the database, and fails if another one is dropped
 * at that moment. An older server may also use a table for longer than we wait.
 */
const transientCodes = ['3F000', '42P01', '55P03'];
/** Kept short, because every query of the older servers queues behind a migration that waits for a table. */
const lockTimeout = '5s';

function isWorthAnotherTry(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [code, cause?.code].some((found) => found !== undefined && transientCodes.includes(found));
}

/** Runs migrations without time limits, except for how long they wait for a table. */
async function withoutTimeouts(db: Database, work: (connection: Database) => Promise<void>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return work(db);
  await db.connection().execute(async (connection) => {
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'];
    const values = ['0', '0', lockTimeout];
    for (const [index, name] of names.entries()) await setForSession(connection, name, values[index]!);
    try {
      await work(connection);
    } finally {
      for (const name of names) await sql`reset ${sql.id(name)}`.execute(connection).catch(() => undefined);
    }
  });
}

async function setForSession(db: Database, name: string, value: string): Promise<void> {
  await sql`select set_config(${name}, ${value}, false)`.execute(db);
}

async function migrateOnce(
  db: Database,
  migrations: Migrations,
  logger: Pick<Logger, 'warn'> | undefined,
): Promise<void> {
  const schema = await getSchema(db);
  const newer = await listNewer(db, schema, migrations);
  if (newer.breaking !== undefined) throw tooNew(newer.breaking);
  if (newer.expanding.length > 0) {
    logger?.warn(
      { migrations: newer.expanding },
      'the database is newer than this version, but this version can still use it',
    );
  }
  const known = Object.fromEntries(newer.expanding.map((name) => [name, noOpMigration]));
  const { error, results } = await createMigrator(db, schema, { ...migrations, ...known }).migrateToLatest();
  if (error !== undefined) throw new StartError(describeFailure(results, error), { cause: error });
}

/** Stands in for an applied migration of a newer version. */
const noOpMigration: Migration = { up: async () => undefined };

/** Reverts a migration and all later ones in one transaction. Throws a `StartError` if that fails. */
export async function revertMigrations(
  db: Database,
  first: string,
  migrations: Migrations = ownMigrations,
): Promise<void> {
  const before = Object.keys(migrations)
    .sort()
    .filter((name) => name < first)
    .at(-1);
  await withoutTimeouts(db, async (connection) => {
    const schema = await getSchema(connection);
    const { expanding, breaking } = await listNewer(connection, schema, migrations);
    const newer = breaking ?? expanding[0];
    if (newer !== undefined) throw tooNew(newer);
    const migrator = createMigrator(connection, schema, migrations);
    const { error, results } = await migrator.migrateTo(before ?? NO_MIGRATIONS);
    if (error !== undefined) throw new StartError(describeFailure(results, error), { cause: error });
  });
}

function createMigrator(db: Database, schema: string | undefined, migrations: Migrations): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // The migrator would check the order by time, and the clock may have been set back.
    allowUnorderedMigrations: true,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
}

/** The schema of our tables; undefined on SQLite, which has none. */
async function getSchema(db: Database): Promise<string | undefined> {
  if ((await db.introspection.getSchemas()).length === 0) return undefined;
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema;
  if (!schema)
    throw new StartError('The database has no schema that this user may use: see its search_path.');
  return schema;
}

interface NewerMigrations {
  /** Marked by their version as safe for servers that don't know them. */
  readonly expanding: readonly string[];
  /** The first unmarked one. */
  readonly breaking: string | undefined;
}

/** The migrations that a newer version applied. */
async function listNewer(
  db: Database,
  schema: string | undefined,
  migrations: object,
): Promise<NewerMigrations> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const hasTable = (name: string) => tables.some((table) => table.name === name && table.schema === schema);
  if (!hasTable(DEFAULT_MIGRATION_TABLE)) return { expanding: [], breaking: undefined };
  const applied = await db
    .withTables<{ [DEFAULT_MIGRATION_TABLE]: { name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();
  const unknown = applied.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return { expanding: [], breaking: undefined };
  const expanding = hasTable('expanding_migrations') ? await listExpanding(db) : new Set();
  return {
    expanding: unknown.filter((name) => expanding.has(name)),
    breaking: unknown.find((name) => !expanding.has(name)),
  };
}

function tooNew(name: string): StartError {
  return new StartError(
    `The database is newer than this version of Altimeter (it has "${name}"): start the newer version again.`,
  );
}

function describeFailure(results: MigrationResultSet['results'], error: unknown): string {
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const step = failed ? ` at "${failed}"` : '';
  const reason = reasonOf(error);
  return `The database could not be brought up to date${step}: ${reason}. Its tables are as they were.`;
}
