import { type DatabasePlace, openRowReader } from '#server/platform/database/row-reader.ts';
import type { LedgerSource } from '../calculator/ledger-source.ts';
import { createReadChanges, createReadChangesByStream } from './ledger-source-store.ts';

/** Opens a connection for a thread, and returns the function with which it reads ledgers over that. */
export async function openReadChanges(place: DatabasePlace): Promise<LedgerSource['readChanges']> {
  const reader = await openRowReader(place);
  return 'stream' in reader ? createReadChangesByStream(reader.stream) : createReadChanges(reader.read);
}
