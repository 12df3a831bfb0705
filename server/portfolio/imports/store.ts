import { setImmediate } from 'node:timers/promises';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ImportTable } from '#server/platform/database/tables/import-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

export type ImportRecord = Selectable<ImportTable>;

/** The columns that lists show. The texts of an import can be megabytes, and a portfolio can have a thousand imports. */
const listedColumns = [
  ...(['id', 'portfolio_id', 'format', 'file_name', 'state', 'rows', 'ignored', 'from_at', 'to_at'] as const),
  ...(['new_count', 'known_count', 'question_count', 'problem_count', 'added', 'known'] as const),
  ...(['created_at', 'applied_at'] as const),
] as const;
export type ListedImport = Pick<ImportRecord, (typeof listedColumns)[number]>;

const plannedColumns = [
  ...listedColumns,
  ...(['layout', 'digest', 'wallet', 'open_date', 'coins', 'answers', 'left_out'] as const),
] as const;
/** What a plan needs of an import. */
export type PlannedImport = Pick<ImportRecord, (typeof plannedColumns)[number]>;

export interface ImportCount {
  readonly portfolioId: string;
  readonly applied: number;
  readonly unapplied: number;
}

/** Stored imports. With a `userId`, those of other users are treated as missing. `db` may be an open transaction. */
export interface ImportStore {
  find(db: Database, userId: string, id: string): Promise<ImportRecord | undefined>;
  /** Newest first. */
  list(db: Database, portfolioId: string): Promise<ListedImport[]>;
  /** In the order in which they were applied. */
  listApplied(db: Database, portfolioId: string): Promise<PlannedImport[]>;
  /** The ids of applied imports, the last one applied first. */
  listAppliedIds(db: Database, portfolioId: string): Promise<string[]>;
  /** The checkpoints of those of some imports that have any, as JSON. */
  readCheckpoints(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readParts(db: Database, importId: string): Promise<string[]>;

  add(tx: Tx, record: Insertable<ImportTable>, parts: readonly string[]): Promise<void>;
  update(db: Database, id: string, change: Partial<ImportRecord>): Promise<void>;
  /** Changes an import unless it has been applied meanwhile. */
  updateUnapplied(db: Database, id: string, change: Partial<ImportRecord>): Promise<void>;
  remove(db: Database, id: string): Promise<void>;
  /** File counts of a user's portfolios. Portfolios without files are left out. */
  count(db: Database, userId: string): Promise<ImportCount[]>;
  /** Counts the draft rows of all imports applied to a portfolio. */
  countAppliedRows(db: Database, portfolioId: string): Promise<number>;
  /** Counts the rows that planning an import compares: its file's, the applied ones and the ledger's. */
  countPlannedRows(db: Database, userId: string, id: string): Promise<number>;
  /** Sums the bytes, as stored, of the files that planning an import compares. */
  countPlannedBytes(db: Database, userId: string, id: string): Promise<number>;
  /** The rows that planning all files of a portfolio compares, and the bytes of those files as stored. */
  measurePortfolio(db: Database, portfolioId: string): Promise<{ rows: number; bytes: number }>;
  /** Deletes imports read before an instant and never applied. */
  removeUnapplied(db: Database, before: Instant): Promise<void>;
  /** Gives up imports whose reading began before an instant: they become empty, with these problems (JSON). */
  endReadings(db: Database, before: Instant, problems: string): Promise<void>;
}

/** Parts written between two yields to the event loop. */
const partsAtOnce = 2;

export function createImportStore(): ImportStore {
  return {
    find: (db, userId, id) =>
      db
        .selectFrom('imports')
        .selectAll()
        .where('id', '=', id)
        .where('portfolio_id', 'in', (query) =>
          query.selectFrom('portfolios').select('id').where('user_id', '=', userId),
        )
        .executeTakeFirst(),
    list: (db, portfolioId) =>
      db
        .selectFrom('imports')
        .select(listedColumns)
        .where('portfolio_id', '=', portfolioId)
        .orderBy('created_at', 'desc')
        .orderBy('ordinal', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    listApplied: (db, portfolioId) =>
      db
        .selectFrom('imports')
        .select(plannedColumns)
        .where('portfolio_id', '=', portfolioId)
        .where('state', '=', 'applied')
        .orderBy('applied_at')
        .orderBy('ordinal')
        .orderBy('id')
        .execute(),
    async listAppliedIds(db, portfolioId) {
      const rows = await db
        .selectFrom('imports')
        .select('id')
        .where('portfolio_id', '=', portfolioId)
        .where('state', '=', 'applied')
        .orderBy('applied_at', 'desc')
        .orderBy('ordinal', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(({ id }) => id);
    },
    async readCheckpoints(db, ids) {
      const rows = await db
        .selectFrom('imports')
        .select(['id', 'checkpoints'])
        .where('id', 'in', ids)
        .where('checkpoints', '<>', '[]')
        .execute();
      return new Map(rows.map(({ id, checkpoints }) => [id, checkpoints]));
    },
    async readParts(db, importId) {
      const rows = await db
        .selectFrom('import_parts')
        .select('body')
        .where('import_id', '=', importId)
        .orderBy('part')
        .execute();
      return rows.map(({ body }) => body);
    },
    async add(tx, record, parts) {
      await tx.insertInto('imports').values(record).execute();
      for (const [part, body] of parts.entries()) {
        await tx.insertInto('import_parts').values({ import_id: record.id, part, body }).execute();
        // SQLite calls never wait, and a large file has a hundred parts.
        if (part % partsAtOnce === partsAtOnce - 1) await setImmediate();
      }
    },
    async update(db, id, change) {
      await db.updateTable('imports').set(change).where('id', '=', id).execute();
    },
    async updateUnapplied(db, id, change) {
      await db
        .updateTable('imports')
        .set(change)
        .where('id', '=', id)
        .where('state', '<>', 'applied')
        .execute();
    },
    async remove(db, id) {
      await db.deleteFrom('imports').where('id', '=', id).execute();
    },
    async count(db, userId) {
      const rows = await db
        .selectFrom('imports')
        .innerJoin('portfolios', 'portfolios.id', 'imports.portfolio_id')
        .select(({ fn }) => [
          'imports.portfolio_id as portfolioId',
          fn.countAll<string | number>().as('all'),
          fn.countAll<string | number>().filterWhere('state', '=', 'applied').as('applied'),
        ])
        .where('portfolios.user_id', '=', userId)
        .groupBy('imports.portfolio_id')
        .execute();
      return rows.map(({ portfolioId, all, applied }) => ({
        portfolioId,
        applied: Number(applied),
        unapplied: Number(all) - Number(applied),
      }));
    },
    async countAppliedRows(db, portfolioId) {
      const { count } = await db
        .selectFrom('imports')
        .select(({ fn }) => fn.sum<string | number | null>('rows').as('count'))
        .where('portfolio_id', '=', portfolioId)
        .where('state', '=', 'applied')
        .executeTakeFirstOrThrow();
      return Number(count ?? 0);
    },
    async countPlannedRows(db, userId, id) {
      const row = await db
        .selectFrom('imports')
        .innerJoin('portfolios', 'portfolios.id', 'imports.portfolio_id')
        .select(['imports.portfolio_id', 'imports.state', 'imports.rows', 'portfolios.transaction_count'])
        .where('imports.id', '=', id)
        .where('portfolios.user_id', '=', userId)
        .executeTakeFirst();
      if (!row) return 0;
      const applied = await this.countAppliedRows(db, row.portfolio_id);
      return applied + row.transaction_count + (row.state === 'applied' ? 0 : row.rows);
    },
    async countPlannedBytes(db, userId, id) {
      const portfolio = db
        .selectFrom('imports')
        .innerJoin('portfolios', 'portfolios.id', 'imports.portfolio_id')
        .select('imports.portfolio_id')
        .where('imports.id', '=', id)
        .where('portfolios.user_id', '=', userId);
      const row = await db
        .selectFrom('imports')
        .innerJoin('import_parts', 'import_parts.import_id', 'imports.id')
        .select(sql<number | string | null>`sum(octet_length(import_parts.body))`.as('bytes'))
        .where('imports.portfolio_id', '=', portfolio)
        .where(({ or, eb }) => or([eb('imports.state', '=', 'applied'), eb('imports.id', '=', id)]))
        .executeTakeFirst();
      return Number(row?.bytes ?? 0);
    },
    async measurePortfolio(db, portfolioId) {
      const portfolio = await db
        .selectFrom('portfolios')
        .select('transaction_count')
        .where('id', '=', portfolioId)
        .executeTakeFirst();
      const { bytes } = await db
        .selectFrom('imports')
        .innerJoin('import_parts', 'import_parts.import_id', 'imports.id')
        .select(sql<number | string | null>`sum(octet_length(import_parts.body))`.as('bytes'))
        .where('imports.portfolio_id', '=', portfolioId)
        .where('imports.state', '=', 'applied')
        .executeTakeFirstOrThrow();
      const applied = await this.countAppliedRows(db, portfolioId);
      return { rows: applied + (portfolio?.transaction_count ?? 0), bytes: Number(bytes ?? 0) };
    },
    async removeUnapplied(db, before) {
      const found = await db
        .selectFrom('imports')
        .select('id')
        .where('state', '<>', 'applied')
        .where('created_at', '<=', before)
        .execute();
      for (const { id } of found) {
        // Checked again: it may have been applied since.
        await db.deleteFrom('imports').where('id', '=', id).where('state', '<>', 'applied').execute();
        // Each may have tens of megabytes.
        await setImmediate();
      }
    },
    async endReadings(db, before, problems) {
      await db
        .updateTable('imports')
        .set({ state: 'empty', problem_count: 1, problems })
        .where('state', '=', 'reading')
        .where('created_at', '<=', before)
        .execute();
    },
  };
}
