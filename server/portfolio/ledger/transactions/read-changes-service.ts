import { type DatabaseLocation, openRowReader } from '#server/platform/database/row-reader.ts';
import type { LedgerSource } from '../calculator/ledger-source.ts';
import { createReadChanges, createReadChangesByStream } from './ledger-source-store.ts';

/** Opens a connection for a thread, and returns the function with which it reads ledgers over that. */
export async function openReadChanges(location: DatabaseLocation): Promise<LedgerSource['readChanges']> {
  const reader = await openRowReader(location);
  return 'stream' in reader ? createReadChangesByStream(reader.stream) : createReadChanges(reader.read);
}
