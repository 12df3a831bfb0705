import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

const textColumns = ['problems', 'coins', 'answers', 'left_out', 'checkpoints'] as const;

/** The bytes that a user's files take as stored, applied or not. `db` may be an open transaction. */
export async function sizeOfImports(db: Database, userId: string): Promise<number> {
  const portfolios = db.selectFrom('portfolios').select('id').where('user_id', '=', userId);
  const texts = textColumns.map((name) => sql`octet_length(${sql.ref(name)})`);
  const records = await db
    .selectFrom('imports')
    .select(sql<string | number | null>`sum(${sql.join(texts, sql` + `)})`.as('bytes'))
    .where('portfolio_id', 'in', portfolios)
    .executeTakeFirstOrThrow();
  const parts = await db
    .selectFrom('import_parts')
    .innerJoin('imports', 'imports.id', 'import_parts.import_id')
    .select(sql<string | number | null>`sum(octet_length(import_parts.body))`.as('bytes'))
    .where('imports.portfolio_id', 'in', portfolios)
    .executeTakeFirstOrThrow();
  return Number(records.bytes ?? 0) + Number(parts.bytes ?? 0);
}
