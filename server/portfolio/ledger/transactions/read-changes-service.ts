import { type DatabaseLocation, openRowReader } from '#server/platform/database/row-reader.ts';
import type { LedgerSource } from '../calculator/ledger-source.ts';
import { createReadChanges, createReadChangesByStream } from './ledger-source-store.ts';

/** Opens a connection for a thread, and returns a function that reads ledgers over it. */
export async function openReadChanges(location: DatabaseLocation): Promise<LedgerSource['readChanges']> {
  const reader = await openRowReader(location);
  return 'stream' in reader ? createReadChangesByStream(reader.stream) : createReadChanges(reader.read);
}
