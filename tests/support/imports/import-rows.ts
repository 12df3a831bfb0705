import { randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';

/** Inserts an unapplied import without any transactions. */
export async function insertImport(db: Database, portfolioId: string, createdAt = 0): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('imports')
    .values({
      id,
      portfolio_id: portfolioId,
      format: 'kraken',
      layout: 'ledgers',
      file_name: 'ledgers.csv',
      state: 'empty',
      digest: '',
      wallet: null,
      rows: 0,
      ignored: 0,
      from_at: null,
      to_at: null,
      open_date: null,
      new_count: 0,
      known_count: 0,
      question_count: 0,
      problem_count: 0,
      problems: '[]',
      coins: '[]',
      answers: '{}',
      left_out: '[]',
      checkpoints: '[]',
      added: null,
      known: null,
      created_at: createdAt,
      applied_at: null,
      ordinal: 0,
    })
    .execute();
  return id;
}
