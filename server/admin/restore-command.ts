import type { Config } from '#server/config/config.ts';
import { restoreDatabase } from '#server/platform/backups/backup.ts';
import { sourceOf } from './backup-command.ts';
import { withDatabase } from './with-database.ts';

/** `restore FILE`: replaces the database with a backup. */
export async function runRestoreCommand(file: string, config: Config): Promise<string> {
  const damaged = await restoreDatabase({ ...sourceOf(config), file });
  // Migrates a backup made by an older version.
  await withDatabase(config, async () => '');
  const kept = damaged === undefined ? '' : ` The previous one was damaged; it is kept as ${damaged}.`;
  return `Restored the database from ${file}.${kept}`;
}
