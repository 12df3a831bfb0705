import type { Clock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { DatabaseLocation } from '#server/platform/database/row-reader.ts';
import type { WriteLock } from '#server/platform/database/sqlite/write-lock.ts';
import { createUuidV7 } from '#server/platform/uuid-v7.ts';
import { createTransactionStore } from '../../ledger/transactions/store.ts';
import { createWalletStore } from '../../ledger/wallets/store.ts';
import { createImportedRowsStore } from '../change/imported-rows-store.ts';
import { createMergedPortfolioStore } from '../merged-portfolio-store.ts';
import { createImportStore } from '../store.ts';
import type { ImportPlanner } from './import-planner.ts';
import { createInlinePlanner } from './inline-planner.ts';

// A lost connection is replaced by the next query, so there is nothing to report.
const logger = { warn: () => undefined };

/** Opens a planner for a worker thread, which takes turns writing with the other holders of the lock. */
export async function openPlanner(
  location: DatabaseLocation,
  clock: Clock,
  writeLock: WriteLock | undefined,
): Promise<ImportPlanner> {
  const db = await openDatabase({ ...location, logger, ...(writeLock && { writeLock }) });
  return createInlinePlanner({
    db,
    clock,
    store: createImportStore(),
    rows: createImportedRowsStore(),
    merged: createMergedPortfolioStore(),
    wallets: createWalletStore(db),
    transactions: createTransactionStore(db),
    createId: createUuidV7(clock),
    cache: { last: undefined },
  });
}
