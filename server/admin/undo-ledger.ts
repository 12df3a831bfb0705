import type { Config } from '#server/config/config.ts';
import { lockDataDir } from '#server/platform/database/data-dir-lock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { revertMigrations } from '#server/platform/database/migrate-database.ts';
import { withDatabase } from './with-database.ts';

/** The migration that introduced the ledger; older versions don't have it. */
const ledgerMigration = '0021-ledger';

/** `ledger undo`: turns opening transactions back into positions. */
export async function undoLedger(config: Config): Promise<string> {
  const lock = lockDataDir(config.dataDir);
  try {
    return await withDatabase(config, async (db) => {
      const lost = await countOtherTransactions(db);
      await revertMigrations(db, ledgerMigration);
      const gone = `${lost} ${lost === 1 ? 'transaction is' : 'transactions are'} gone`;
      return `Opening transactions are positions again, and ${gone}. Now start the version from before the ledger.`;
    });
  } finally {
    lock.release();
  }
}

async function countOtherTransactions(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('type', '<>', 'opening')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
