import { openRowReader } from '#server/platform/database/row-reader.ts';
import type { LedgerSource } from '../calculator/ledger-source.ts';
import { createReadChanges } from './ledger-source-store.ts';

/** Which database a thread reads. */
export interface DatabasePlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** For a thread that reads ledgers by itself. */
export async function openReadChanges(place: DatabasePlace): Promise<LedgerSource['readChanges']> {
  return createReadChanges(await openRowReader(place));
}
