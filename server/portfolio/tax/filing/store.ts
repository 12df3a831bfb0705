import type { Selectable } from 'kysely';
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
  countOfUser(tx: Tx, userId: string): Promise<number>;
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
  ): Promise<(FiledHeadRow & { readonly bytes: Uint8Array }) | undefined>;
  /** Returns whether the report existed. */
  remove(userId: string, id: string): Promise<boolean>;
}

const table = 'tax_reports';
const headColumns = ['id', 'portfolio_id', 'country', 'year', 'filed_at', 'sha256', 'engine'] as const;

export function createFiledReportStore(db: Database): FiledReportStore {
  return { ...createReads(db), ...createWrites(db) };
}

function createWrites(db: Database): Pick<FiledReportStore, 'add' | 'countOfUser' | 'remove'> {
  return {
    async add(tx, row) {
      await tx.insertInto(table).values(row).execute();
    },
    async countOfUser(tx, userId) {
      const { count } = await tx
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return count;
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
        .select(headColumns)
        .select(({ ref }) => ref(format).as('bytes'))
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
    },
  };
}

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
