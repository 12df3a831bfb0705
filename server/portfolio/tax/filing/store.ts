import { type Selectable, sql } from 'kysely';
import type { TaxFormat } from '#contract/tax/choice.ts';
import type { FiledTaxReportHead } from '#contract/tax/filed-report.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TaxReportTable } from '#server/platform/database/tables/tax-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type FiledRow = Selectable<TaxReportTable>;
type FiledHeadRow = Pick<
  TaxReportTable,
  'id' | 'portfolio_id' | 'country' | 'year' | 'filed_at' | 'sha256' | 'engine'
>;
/** What a comparison with today needs. */
export type ComparedRow = FiledHeadRow &
  Pick<TaxReportTable, 'request' | 'totals' | 'ledger' | 'past_values'>;

/** A user's filed tax reports. Those of other users are treated as missing. */
export interface FiledReportStore {
  add(tx: Tx, row: FiledRow): Promise<void>;
  /** The number of a user’s reports and the bytes they take. `db` may be an open transaction. */
  sizeOfUser(db: Database, userId: string): Promise<{ readonly count: number; readonly bytes: number }>;
  /** Newest first. */
  list(userId: string, portfolioId: string): Promise<FiledTaxReportHead[]>;
  /** Of all portfolios, oldest first. */
  listIds(userId: string): Promise<string[]>;
  findCompared(userId: string, id: string): Promise<ComparedRow | undefined>;
  /** The packed bytes of one format. */
  findBytes(
    userId: string,
    id: string,
    format: TaxFormat,
  ): Promise<(FiledHeadRow & Pick<TaxReportTable, 'request'> & { readonly bytes: Uint8Array }) | undefined>;
  /** Returns false if there was none. */
  remove(userId: string, id: string): Promise<boolean>;
}

const table = 'tax_reports';
const headColumns = ['id', 'portfolio_id', 'country', 'year', 'filed_at', 'sha256', 'engine'] as const;

/** Large, compressed columns, which count towards the size limit. */
export const packedColumns = ['json', 'csv', 'pdf', 'ledger', 'past_values'] as const;

export function createFiledReportStore(db: Database): FiledReportStore {
  return { ...createReads(db), ...createWrites(db) };
}

function createWrites(db: Database): Pick<FiledReportStore, 'add' | 'sizeOfUser' | 'remove'> {
  return {
    async add(tx, row) {
      await tx.insertInto(table).values(row).execute();
    },
    async sizeOfUser(reader, userId) {
      const bytesOfRow = sql.join(
        packedColumns.map((name) => sql`octet_length(${sql.ref(name)})`),
        sql` + `,
      );
      const row = await reader
        .selectFrom(table)
        .select(({ fn }) => [
          fn.countAll<string | number>().as('count'),
          sql<string | number | null>`sum(${bytesOfRow})`.as('bytes'),
        ])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
    },
    async remove(userId, id) {
      const removed = await db
        .deleteFrom(table)
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
}

function createReads(
  db: Database,
): Pick<FiledReportStore, 'list' | 'listIds' | 'findCompared' | 'findBytes'> {
  return {
    async list(userId, portfolioId) {
      const rows = await db
        .selectFrom(table)
        .select(headColumns)
        .where('user_id', '=', userId)
        .where('portfolio_id', '=', portfolioId)
        .orderBy('filed_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toHead);
    },
    async listIds(userId) {
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('filed_at')
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    findCompared(userId, id) {
      return db
        .selectFrom(table)
        .select([...headColumns, 'request', 'totals', 'ledger', 'past_values'])
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
    },
    findBytes(userId, id, format) {
      return db
        .selectFrom(table)
        .select([...headColumns, 'request'])
        .select(({ ref }) => ref(format).as('bytes'))
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
    },
  };
}

/** The part of a stored report that lists show. */
export function toHead(row: FiledHeadRow): FiledTaxReportHead {
  return {
    id: row.id,
    portfolioId: row.portfolio_id,
    country: row.country,
    year: row.year,
    filedAt: new Date(row.filed_at).toISOString(),
    sha256: row.sha256,
    engine: row.engine,
  };
}

/** Moves one user's filed reports to another, ignoring limits so that nothing is lost. */
export async function mergeFiledReports(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  await tx.updateTable(table).set({ user_id: toUserId }).where('user_id', '=', fromUserId).execute();
}
