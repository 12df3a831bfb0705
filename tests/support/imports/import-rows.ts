import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import { UploadedFile } from '#server/portfolio/imports/multipart-body.ts';
import { emptyRecord } from '#server/portfolio/imports/reading-service.ts';

/** Inserts an unapplied import without transactions. Returns its id. */
export async function insertImport(db: Database, portfolioId: string, createdAt = 0): Promise<string> {
  const id = randomUUID();
  const file = new UploadedFile('ledgers.csv', new Uint8Array());
  const record = emptyRecord({ id, portfolioId, file, fields: { format: 'kraken' }, now: createdAt });
  await db
    .insertInto('imports')
    .values({ ...record, layout: 'ledgers', state: 'empty' })
    .execute();
  return id;
}
