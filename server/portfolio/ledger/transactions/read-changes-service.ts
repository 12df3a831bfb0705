import { type DatabasePlace, openRowReader } from '#server/platform/database/row-reader.ts';
import type { LedgerSource } from '../calculator/ledger-source.ts';
import { createReadChanges } from './ledger-source-store.ts';

/** PostgreSQL doesn't block the thread while it reads, and a query costs as much as a hundred rows. */
const postgresChunkSize = 2_000;

/** For a thread that reads ledgers over its own connection. */
export async function openReadChanges(place: DatabasePlace): Promise<LedgerSource['readChanges']> {
  return createReadChanges(await openRowReader(place), place.databaseUrl ? postgresChunkSize : undefined);
}
