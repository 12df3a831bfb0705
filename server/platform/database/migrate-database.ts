import {
  DEFAULT_MIGRATION_TABLE,
  type Migration,
  type MigrationResultSet,
  Migrator,
  NO_MIGRATIONS,
  sql,
} from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import type { Database } from './database.ts';
import { migrations as ownMigrations } from './migrations/migrations.ts';

/**
 * Brings the tables up to date. All pending migrations run in one transaction under the migrator's lock: an interruption
 * leaves the old tables, and of two processes starting at once one waits for the other. Throws a `StartError` if the
 * database is newer than this version or a migration fails.
 */
export async function migrateDatabase(
  db: Database,
  migrations: Readonly<Record<string, Migration>> = ownMigrations,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(db, migrations);
    } catch (error) {
      if (attempt === maxAttempts || !isAboutMissingTable(error)) throw error;
    }
  }
}

/**
 * PostgreSQL inspects the tables of every schema in the database, and fails if another one is dropped at that moment.
 */
const maxAttempts = 20;
const missing = ['3F000', '42P01'];

function isAboutMissingTable(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [code, cause?.code].some((found) => found !== undefined && missing.includes(found));
}

async function migrateOnce(db: Database, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const schema = await getSchema(db);
  await refuseNewer(db, schema, migrations);
  const { error, results } = await createMigrator(db, schema, migrations).migrateToLatest();
  if (error !== undefined) throw new StartError(describeFailure(results, error), { cause: error });
}

/** Takes back a migration and all after it, in one transaction. Throws a `StartError` if that fails. */
export async function revertMigrations(
  db: Database,
  first: string,
  migrations: Readonly<Record<string, Migration>> = ownMigrations,
): Promise<void> {
  const schema = await getSchema(db);
  await refuseNewer(db, schema, migrations);
  const before = Object.keys(migrations)
    .sort()
    .filter((name) => name < first)
    .at(-1);
  const { error, results } = await createMigrator(db, schema, migrations).migrateTo(before ?? NO_MIGRATIONS);
  if (error !== undefined) throw new StartError(describeFailure(results, error), { cause: error });
}

function createMigrator(
  db: Database,
  schema: string | undefined,
  migrations: Readonly<Record<string, Migration>>,
): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    // The migrator would check their order by time, and the clock may have been set back.
    allowUnorderedMigrations: true,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
}

/** The schema of our tables; undefined if the database has none (SQLite). */
async function getSchema(db: Database): Promise<string | undefined> {
  if ((await db.introspection.getSchemas()).length === 0) return undefined;
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema;
  if (!schema)
    throw new StartError('The database has no schema that this user may use: see its search_path.');
  return schema;
}

async function refuseNewer(db: Database, schema: string | undefined, migrations: object): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isThere = tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE && table.schema === schema);
  if (!isThere) return;
  const applied = await db
    .withTables<{ [DEFAULT_MIGRATION_TABLE]: { name: string } }>()
    .selectFrom(DEFAULT_MIGRATION_TABLE)
    .select('name')
    .execute();
  const unknown = applied.find(({ name }) => !Object.hasOwn(migrations, name));
  if (unknown) {
    throw new StartError(
      `The database is newer than this version of Altimeter (it has "${unknown.name}"): start the newer version again.`,
    );
  }
}

function describeFailure(results: MigrationResultSet['results'], error: unknown): string {
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const step = failed ? ` at "${failed}"` : '';
  const reason = error instanceof Error ? error.message : String(error);
  return `The database could not be brought up to date${step}: ${reason}. Its tables are as they were.`;
}
