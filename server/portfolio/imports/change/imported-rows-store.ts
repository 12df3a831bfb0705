import { setImmediate } from 'node:timers/promises';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isDated } from '#server/platform/database/tables/ledger-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { elsewhere } from '../../ledger/engine/entry.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { MovedSide } from '../algebra/match-transfers.ts';
import { createNewRowsStore } from './new-rows-store.ts';
import { createStoredRowPacker, type ImportedRow, plannedColumns } from './stored-row-packer.ts';

export type { ImportedRow };

/** A portfolio's transactions for imports. Includes deleted ones if they came from a file. */
export interface ImportedRowsStore {
  /** Rows from files, including deleted ones, which must not be imported again. */
  listImported(db: Database, portfolioId: string): Promise<ImportedRow[]>;
  /** Entries by the user that aren't deleted. */
  listEntered(db: Database, portfolioId: string): Promise<TransactionRow[]>;
  /** By planned key: the wallets of rows from files that the user edited into transfers between two own wallets. */
  listMoved(db: Database, portfolioId: string): Promise<Map<string, MovedSide>>;
  readRows(db: Database, ids: readonly string[]): Promise<TransactionRow[]>;
  findRevision(db: Database, portfolioId: string): Promise<number | undefined>;
  /** Adds rows in chunks, letting other requests run in between. */
  addRows<T>(tx: Tx, items: readonly T[], toRow: (item: T) => TransactionRow): Promise<void>;
  replaceRows(tx: Tx, rows: readonly TransactionRow[]): Promise<void>;
  /** Deletes permanently: the rows can't be restored. */
  removeRows(tx: Tx, ids: readonly string[], gone: { deletedAt: Instant; revision: number }): Promise<void>;
  /** Deletes until the import is undone. */
  hideRows(
    tx: Tx,
    ids: readonly string[],
    hidden: { importId: string; deletedAt: Instant; revision: number },
  ): Promise<void>;
  /** The user's entries that an import has replaced. */
  listHidden(db: Database, importId: string): Promise<TransactionRow[]>;
  /** Makes other imports those that have replaced some rows. `imports`: by the id of the row. */
  passHidden(tx: Tx, imports: ReadonlyMap<string, string>): Promise<void>;
  /** Restores the rows that an import had replaced. Returns how many. */
  unhideRows(tx: Tx, importId: string, revision: number): Promise<number>;

  listWallets(db: Database, portfolioId: string): Promise<Map<string, string>>;
  saveWallet(tx: Tx, portfolioId: string, wallet: ImportedWallet): Promise<void>;
  /** Removes wallets that were created by imports and have no transactions. */
  removeUnusedWallets(tx: Tx, portfolioId: string): Promise<void>;

  listJoins(db: Database, portfolioId: string): Promise<Map<string, string>>;
  replaceJoins(tx: Tx, portfolioId: string, joins: ReadonlyMap<string, string>): Promise<void>;
  removeJoins(tx: Tx, portfolioId: string, outKeys: readonly string[]): Promise<void>;
}

export interface ImportedWallet {
  /** Its name in lower case. */
  readonly nameKey: string;
  readonly walletId: string;
  /** Whether the import created it. */
  readonly isMade: boolean;
}

const readSize = 2000;
/** SQLite allows at most 32,766 parameters per statement. */
const writeSize = 500;

export function createImportedRowsStore(): ImportedRowsStore {
  return { ...createReads(), ...createWrites(), ...createWalletRows(), ...createJoinRows() };
}

type Reads = Pick<
  ImportedRowsStore,
  'listImported' | 'listEntered' | 'listMoved' | 'readRows' | 'findRevision' | 'listHidden'
>;

function createReads(): Reads {
  return {
    async listImported(db, portfolioId) {
      const pack = createStoredRowPacker();
      return listPages<ImportedRow>(async (after) => {
        const rows = await selectPage(db, portfolioId, after)
          .select(plannedColumns)
          .where('source', '=', 'import')
          // Deleted rows of an undone import no longer belong to any import.
          .where((row) => row.or([row('deleted_at', 'is', null), row('import_id', 'is not', null)]))
          .execute();
        return rows.map(pack);
      });
    },
    listEntered: (db, portfolioId) =>
      listPages<TransactionRow>((after) =>
        selectPage(db, portfolioId, after)
          .selectAll()
          .where('source', '<>', 'import')
          .where('deleted_at', 'is', null)
          .execute(),
      ),
    async listMoved(db, portfolioId) {
      const rows = await db
        .selectFrom('transactions')
        .select(['row_key', 'wallet', 'to_wallet'])
        .where('portfolio_id', '=', portfolioId)
        .where('source', '=', 'import')
        .where('type', '=', 'transfer')
        .where('deleted_at', 'is', null)
        .where('wallet', '<>', elsewhere)
        .where('to_wallet', '<>', elsewhere)
        .whereRef('updated_at', '<>', 'created_at')
        .execute();
      // Stored keys begin with a digit (see `writeRowKey`).
      return new Map(
        rows.map(({ row_key, wallet, to_wallet }) => [row_key.slice(1), { wallet, toWallet: to_wallet! }]),
      );
    },
    readRows: async (db, ids) =>
      ids.length === 0 ? [] : db.selectFrom('transactions').selectAll().where('id', 'in', ids).execute(),
    listHidden: (db, importId) =>
      db
        .selectFrom('transactions')
        .selectAll()
        .where('import_id', '=', importId)
        .where('source', '<>', 'import')
        .where('deleted_at', 'is not', null)
        .execute(),
    async findRevision(db, portfolioId) {
      const row = await db
        .selectFrom('portfolios')
        .select('ledger_revision')
        .where('id', '=', portfolioId)
        .executeTakeFirst();
      return row?.ledger_revision;
    },
  };
}

type Place = Pick<TransactionRow, 'revision' | 'id'>;

/** One page of a portfolio's rows, after a given position. */
function selectPage(db: Database, portfolioId: string, after: Place | undefined) {
  return db
    .selectFrom('transactions')
    .where('portfolio_id', '=', portfolioId)
    .$if(after !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row('revision', '>', after!.revision),
          row.and([row('revision', '=', after!.revision), row('id', '>', after!.id)]),
        ]),
      ),
    )
    .orderBy('revision')
    .orderBy('id')
    .limit(readSize);
}

/** Lets other requests run between pages. */
async function listPages<Row extends Place>(
  readPage: (after: Row | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let rows: Row[] = []; ; ) {
    rows = await readPage(rows.at(-1));
    for (const row of rows) all.push(row);
    if (rows.length < readSize) return all;
    await setImmediate();
  }
}

function chunk<T>(items: readonly T[], size = writeSize): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

function createWrites(): Pick<
  ImportedRowsStore,
  'addRows' | 'replaceRows' | 'removeRows' | 'hideRows' | 'passHidden' | 'unhideRows'
> {
  return {
    async addRows(tx, items, toRow) {
      const insert = createNewRowsStore(tx);
      let writing: Promise<unknown> = Promise.resolve();
      for (const some of chunk(items)) {
        // PostgreSQL writes the previous rows while these are built.
        const rows = some.map(toRow);
        await writing;
        writing = insert(tx, rows);
        writing.catch(() => undefined);
        await setImmediate();
      }
      await writing;
    },
    async replaceRows(tx, rows) {
      for (const some of chunk(rows)) {
        for (const { id, ...columns } of some)
          await tx.updateTable('transactions').set(columns).where('id', '=', id).execute();
        await setImmediate();
      }
    },
    async removeRows(tx, ids, { deletedAt, revision }) {
      for (const some of chunk(ids)) {
        await tx
          .updateTable('transactions')
          .set({ deleted_at: deletedAt, revision, import_id: null })
          .where('id', 'in', some)
          .execute();
        await setImmediate();
      }
    },
    async hideRows(tx, ids, { importId, deletedAt, revision }) {
      for (const some of chunk(ids))
        await tx
          .updateTable('transactions')
          .set({ deleted_at: deletedAt, revision, import_id: importId })
          .where('id', 'in', some)
          .execute();
    },
    async passHidden(tx, imports) {
      for (const [id, importId] of imports)
        await tx.updateTable('transactions').set({ import_id: importId }).where('id', '=', id).execute();
    },
    async unhideRows(tx, importId, revision) {
      const found = await tx
        .updateTable('transactions')
        .set({ deleted_at: null, revision, import_id: null })
        .where('import_id', '=', importId)
        .where('source', '<>', 'import')
        .where('deleted_at', 'is not', null)
        .executeTakeFirst();
      return Number(found.numUpdatedRows);
    },
  };
}

function createWalletRows(): Pick<ImportedRowsStore, 'listWallets' | 'saveWallet' | 'removeUnusedWallets'> {
  return {
    async listWallets(db, portfolioId) {
      const rows = await db
        .selectFrom('import_wallets')
        .innerJoin('wallets', 'wallets.id', 'import_wallets.wallet_id')
        .select(['import_wallets.name_key', 'import_wallets.wallet_id'])
        .where('import_wallets.portfolio_id', '=', portfolioId)
        .execute();
      return new Map(rows.map(({ name_key, wallet_id }) => [name_key, wallet_id]));
    },
    async saveWallet(tx, portfolioId, { nameKey, walletId, isMade }) {
      const made = { wallet_id: walletId, is_made: isMade ? 1 : 0 };
      await tx
        .insertInto('import_wallets')
        .values({ portfolio_id: portfolioId, name_key: nameKey, ...made })
        .onConflict((conflict) => conflict.columns(['portfolio_id', 'name_key']).doUpdateSet(made))
        .execute();
    },
    async removeUnusedWallets(tx, portfolioId) {
      const made = await tx
        .selectFrom('import_wallets')
        .select('wallet_id')
        .where('portfolio_id', '=', portfolioId)
        .where('is_made', '=', 1)
        .execute();
      for (const { wallet_id: id } of made) {
        const used = await tx
          .selectFrom('transactions')
          .select('id')
          .where('portfolio_id', '=', portfolioId)
          .where('deleted_at', 'is', null)
          .where(isDated)
          .where((row) => row.or([row('wallet', '=', id), row('to_wallet', '=', id)]))
          .limit(1)
          .executeTakeFirst();
        if (used) continue;
        await tx.deleteFrom('wallets').where('id', '=', id).execute();
        await tx.deleteFrom('import_wallets').where('wallet_id', '=', id).execute();
      }
    },
  };
}

function createJoinRows(): Pick<ImportedRowsStore, 'listJoins' | 'replaceJoins' | 'removeJoins'> {
  return {
    async listJoins(db, portfolioId) {
      const rows = await db
        .selectFrom('import_joins')
        .select(['out_key', 'in_key'])
        .where('portfolio_id', '=', portfolioId)
        .execute();
      return new Map(rows.map(({ out_key, in_key }) => [out_key, in_key]));
    },
    async replaceJoins(tx, portfolioId, joins) {
      await tx.deleteFrom('import_joins').where('portfolio_id', '=', portfolioId).execute();
      const rows = [...joins].map(([out_key, in_key]) => ({ portfolio_id: portfolioId, out_key, in_key }));
      for (const some of chunk(rows)) await tx.insertInto('import_joins').values(some).execute();
    },
    async removeJoins(tx, portfolioId, outKeys) {
      for (const some of chunk(outKeys))
        await tx
          .deleteFrom('import_joins')
          .where('portfolio_id', '=', portfolioId)
          .where('out_key', 'in', some)
          .execute();
    },
  };
}
