import type { Config } from '#server/config/config.ts';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { migrateDatabase } from '#server/platform/database/migrate-database.ts';
import { createLogger } from '#server/platform/log/logger.ts';

/** Opens the configured database, brings it up to date, and closes it after `work`. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ ...config, logger: createLogger('warn') });
  try {
    await migrateDatabase(database);
    return await work(database);
  } finally {
    await database.destroy();
  }
}
