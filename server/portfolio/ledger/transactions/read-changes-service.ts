import { type DatabaseLocation, openRowReader } from '#server/platform/database/row-reader.ts';
import type { LedgerSource } from '../calculator/ledger-source.ts';
import { createReadChanges, createStreamChanges } from './ledger-source-store.ts';

/** For a thread that reads ledgers over its own connection. */
export async function openReadChanges(location: DatabaseLocation): Promise<LedgerSource['readChanges']> {
  const reader = await openRowReader(location);
  return 'stream' in reader ? createStreamChanges(reader.stream) : createReadChanges(reader.read);
}
