import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { rowsOf } from '#server/platform/database/rows-of.ts';
import { isDated } from '#server/platform/database/tables/ledger-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { NamedLotsBudget } from '../engine/named-lots-budget.ts';
import { type EntryRow, entryColumns, type TransactionRow } from './transaction-row.ts';

export interface TransactionFilter {
  readonly coin?: string | undefined;
  readonly type?: TransactionRow['type'] | undefined;
  readonly wallet?: string | undefined;
  /** Inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
}

/** A transaction's position in ledger order. */
export type LedgerPlace = Pick<TransactionRow, (typeof placeColumns)[number]>;
export const placeColumns = ['occurred_at', 'type_rank', 'row_key', 'created_at', 'id'] as const;

/** As a literal, because otherwise SQLite doesn't use the index of openings. */
const opening = sql.lit('opening' as const);

/** Rows per statement. Other calls run in between, because a thousand rows take a fifth of a second. */
const maxRows = 100;
/** Index lookups between two yields to the event loop; they block other calls for some milliseconds. */
const namesAtOnce = 100;
/** Rows of one coin read between two pauses. */
const rowsAtOnce = 500;

/** A user's transactions; those of other users are treated as missing, and so are deleted ones unless stated otherwise. */
export interface TransactionStore {
  list(
    portfolioId: string,
    filter: TransactionFilter,
    page: { readonly before: LedgerPlace | undefined; readonly count: number },
  ): Promise<TransactionRow[]>;
  count(portfolioId: string, filter: TransactionFilter): Promise<number>;
  find(userId: string, id: string): Promise<TransactionRow | undefined>;
  /** Oldest first, at most `count`. Leaves out openings of money, which earlier versions took from files. */
  listOpenings(portfolioId: string, count: number): Promise<TransactionRow[]>;
  /** Whether there is anything besides openings without a fee. */
  hasTrades(portfolioId: string): Promise<boolean>;
  /** A coin's symbol and name, as in a transaction that added it. */
  findCoinName(portfolioId: string, coinId: CoinId): Promise<CoinLabel | undefined>;
  /** The same for several coins; coins not in the ledger are left out. */
  listCoinNames(portfolioId: string, coinIds: readonly CoinId[]): Promise<CoinLabel[]>;
  /** The ledger's revision, which increases with each change. */
  findRevision(portfolioId: string): Promise<number | undefined>;
  /** In ledger order, starting after a place, at most `count`. */
  listFrom(portfolioId: string, after: LedgerPlace | undefined, count: number): Promise<TransactionRow[]>;

  /** Transactions with a leg of the coin, in ledger order. Throws `conflict` if they name too many lots. */
  listOfCoin(reader: Database, portfolioId: string, coinId: string): Promise<EntryRow[]>;
  /** Increments the ledger's revision and returns it; undefined if the user has no such portfolio. */
  bumpRevision(tx: Tx, userId: string, portfolioId: string, added: number): Promise<LedgerCount | undefined>;
  countOfUser(tx: Tx, userId: string): Promise<number>;
  /** Includes deleted ones that can still be restored. */
  countStored(tx: Tx, userId: string): Promise<number>;
  findByIds(tx: Tx, userId: string, ids: readonly string[]): Promise<TransactionRow[]>;
  findDeleted(tx: Tx, userId: string, id: string): Promise<TransactionRow | undefined>;
  /** The length of all lots that a portfolio's transactions name, as stored. */
  sumLots(portfolioId: string): Promise<number>;
  countOpenings(tx: Tx, portfolioId: string): Promise<number>;
  /** Whether any transaction of the user has a leg of the coin. */
  hasCoin(tx: Tx, userId: string, coinId: CoinId): Promise<boolean>;
  add(tx: Tx, rows: readonly TransactionRow[]): Promise<void>;
  replace(tx: Tx, row: TransactionRow): Promise<void>;
  /** Marks transactions as deleted, or with `deletedAt` null as not deleted. */
  mark(tx: Tx, ids: readonly string[], state: { deletedAt: number | null; revision: number }): Promise<void>;
}

interface CoinLabel {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly name: string;
}

export interface LedgerCount {
  readonly revision: number;
  readonly count: number;
}

export function createTransactionStore(db: Database): TransactionStore {
  return { ...createReads(db), ...createReadsWithin(), ...createWrites() };
}

type Reads = Pick<
  TransactionStore,
  | 'list'
  | 'count'
  | 'find'
  | 'listOpenings'
  | 'hasTrades'
  | 'findCoinName'
  | 'listCoinNames'
  | 'findRevision'
  | 'listFrom'
  | 'sumLots'
>;

function createReads(db: Database): Reads {
  const read = rowsOf(db);
  const ofPortfolio = (portfolioId: string) =>
    db.selectFrom('transactions').where('portfolio_id', '=', portfolioId).where('deleted_at', 'is', null);
  return {
    list(portfolioId, filter, { before, count }) {
      return ofPortfolio(portfolioId)
        .selectAll()
        .where((row) => row.and(matches(row, filter)))
        .$if(before !== undefined, (query) => query.where(isBefore(before!)))
        .orderBy('occurred_at', 'desc')
        .orderBy('type_rank', 'desc')
        .orderBy('row_key', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
    },
    async count(portfolioId, filter) {
      const { count } = await ofPortfolio(portfolioId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(isDated)
        .where((row) => row.and(matches(row, filter)))
        .executeTakeFirstOrThrow();
      return count;
    },
    find(userId, id) {
      return db
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where('portfolio_id', 'in', (row) =>
          row.selectFrom('portfolios').select('id').where('user_id', '=', userId),
        )
        .executeTakeFirst();
    },
    listOpenings(portfolioId, count) {
      return ofPortfolio(portfolioId)
        .selectAll()
        .where('type', '=', opening)
        .where('in_coin', 'is not', null)
        .orderBy('created_at')
        .orderBy('ordinal')
        .orderBy('id')
        .limit(count)
        .execute();
    },
    async hasTrades(portfolioId) {
      const row = await ofPortfolio(portfolioId)
        .select('id')
        .where(isDated)
        .where((row) =>
          row.or([
            row('type', '<>', 'opening'),
            row('fee_coin', 'is not', null),
            row('fee_currency', 'is not', null),
          ]),
        )
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async findCoinName(portfolioId, coinId) {
      const row = await ofPortfolio(portfolioId)
        .select(['in_symbol as symbol', 'in_name as name'])
        .where('in_coin', '=', coinId)
        .limit(1)
        .executeTakeFirst();
      return row && { coinId, symbol: row.symbol ?? '', name: row.name ?? '' };
    },
    async listCoinNames(portfolioId, coinIds) {
      const names: CoinLabel[] = [];
      for (let from = 0; from < coinIds.length; from += namesAtOnce) {
        const wanted = coinIds.slice(from, from + namesAtOnce);
        const rows = await read(nameQuery(wanted.length), [portfolioId, ...wanted]);
        for (const [coinId, symbol, name] of rows as [CoinId, string, string][])
          names.push({ coinId, symbol, name });
        // SQLite reads synchronously.
        await yieldToEventLoop();
      }
      return names;
    },
    async findRevision(portfolioId) {
      const row = await db
        .selectFrom('portfolios')
        .select('ledger_revision')
        .where('id', '=', portfolioId)
        .executeTakeFirst();
      return row?.ledger_revision;
    },
    async sumLots(portfolioId) {
      const { length } = await db
        .selectFrom('transactions')
        .select(sql<number | string | null>`sum(octet_length(lots))`.as('length'))
        .where('portfolio_id', '=', portfolioId)
        .where('lots', 'is not', null)
        .executeTakeFirstOrThrow();
      return Number(length ?? 0);
    },
    listFrom(portfolioId, after, count) {
      return ofPortfolio(portfolioId)
        .selectAll()
        .$if(after !== undefined, (query) => query.where(isAfter(after!)))
        .orderBy('occurred_at')
        .orderBy('type_rank')
        .orderBy('row_key')
        .orderBy('created_at')
        .orderBy('id')
        .limit(count)
        .execute();
    },
  };
}

/**
 * The query for the names of several coins, because a query per coin would take most of the time of a page's figures. As
 * plain text: the query builder takes longer to write so many parameters than the database to look the coins up.
 */
const nameQuery = (count: number) => `
  select found.in_coin as coin, coalesce(found.in_symbol, '') as symbol, coalesce(found.in_name, '') as name
  from (values ${Array.from({ length: count }, (_, index) => `($${index + 2})`).join()}) as wanted
  join transactions as found on found.id = (
    select id from transactions
    where in_coin = wanted.column1 and portfolio_id = $1 and deleted_at is null
    limit 1
  )`;

/** Reads within a database transaction, or by a given connection. */
type ReadsWithin = Pick<
  TransactionStore,
  'listOfCoin' | 'countOfUser' | 'countStored' | 'findByIds' | 'findDeleted' | 'countOpenings' | 'hasCoin'
>;

function createReadsWithin(): ReadsWithin {
  const ownPortfolioIds = (tx: Tx, userId: string) =>
    tx.selectFrom('portfolios').select('id').where('user_id', '=', userId);
  return {
    async listOfCoin(reader, portfolioId, coinId) {
      const rows: (EntryRow & LedgerPlace)[] = [];
      const budget = new NamedLotsBudget();
      for (let after: LedgerPlace | undefined; ; ) {
        const page = await listPageOfCoin(reader, portfolioId, coinId, after);
        for (const row of page) {
          budget.take(row.lots?.length ?? 0);
          rows.push(row);
        }
        if (page.length < rowsAtOnce) return rows;
        after = page.at(-1)!;
        // Reads from the embedded database are synchronous, so yield to other requests here.
        await yieldToEventLoop();
      }
    },
    async countOfUser(tx, userId) {
      const { count } = await tx
        .selectFrom('portfolios')
        .select(({ fn }) => fn.sum<string | number | null>('transaction_count').as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return Number(count ?? 0);
    },
    async countStored(tx, userId) {
      const { count } = await tx
        .selectFrom('transactions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('portfolio_id', 'in', ownPortfolioIds(tx, userId))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    findByIds(tx, userId, ids) {
      return tx
        .selectFrom('transactions')
        .selectAll()
        .where('id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where('portfolio_id', 'in', ownPortfolioIds(tx, userId))
        .execute();
    },
    findDeleted(tx, userId, id) {
      return tx
        .selectFrom('transactions')
        .selectAll()
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .where('portfolio_id', 'in', ownPortfolioIds(tx, userId))
        .executeTakeFirst();
    },
    async hasCoin(tx, userId, coinId) {
      const row = await tx
        .selectFrom('transactions')
        .select('id')
        .where('portfolio_id', 'in', ownPortfolioIds(tx, userId))
        .where('deleted_at', 'is', null)
        .where(isDated)
        .where((query) => query.and(matches(query, { coin: coinId })))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    async countOpenings(tx, portfolioId) {
      const { count } = await tx
        .selectFrom('transactions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('portfolio_id', '=', portfolioId)
        .where('deleted_at', 'is', null)
        .where('type', '=', opening)
        // Makes SQLite use the index of openings, as `isDated` does for another.
        .where('created_at', '>=', sql.lit(0))
        .executeTakeFirstOrThrow();
      return count;
    },
  };
}

function listPageOfCoin(
  reader: Database,
  portfolioId: string,
  coinId: string,
  after: LedgerPlace | undefined,
): Promise<(EntryRow & LedgerPlace)[]> {
  return reader
    .selectFrom('transactions')
    .select([...entryColumns, 'type_rank'])
    .where('portfolio_id', '=', portfolioId)
    .where('deleted_at', 'is', null)
    .where((row) => row.and(matches(row, { coin: coinId })))
    .$if(after !== undefined, (query) => query.where(isAfter(after!)))
    .orderBy('occurred_at')
    .orderBy('type_rank')
    .orderBy('row_key')
    .orderBy('created_at')
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute();
}

function createWrites(): Pick<TransactionStore, 'bumpRevision' | 'add' | 'replace' | 'mark'> {
  return {
    bumpRevision(tx, userId, portfolioId, added) {
      return tx
        .updateTable('portfolios')
        .set((row) => ({
          ledger_revision: row('ledger_revision', '+', 1),
          transaction_count: row('transaction_count', '+', added),
        }))
        .where('id', '=', portfolioId)
        .where('user_id', '=', userId)
        .returning(['ledger_revision as revision', 'transaction_count as count'])
        .executeTakeFirst();
    },
    async add(tx, rows) {
      for (let start = 0; start < rows.length; start += maxRows) {
        if (start > 0) await yieldToEventLoop();
        await tx
          .insertInto('transactions')
          .values(rows.slice(start, start + maxRows))
          .execute();
      }
    },
    async replace(tx, { id, ...columns }) {
      await tx.updateTable('transactions').set(columns).where('id', '=', id).execute();
    },
    async mark(tx, ids, { deletedAt, revision }) {
      await tx
        .updateTable('transactions')
        .set({ deleted_at: deletedAt, revision })
        .where('id', 'in', ids)
        .execute();
    },
  };
}

function matches(
  row: ExpressionBuilder<Tables, 'transactions'>,
  { coin, type, wallet, from, to }: TransactionFilter,
) {
  return [
    ...(coin === undefined
      ? []
      : [row.or([row('in_coin', '=', coin), row('out_coin', '=', coin), row('fee_coin', '=', coin)])]),
    ...(type === undefined ? [] : [row('type', '=', type)]),
    ...(wallet === undefined ? [] : [row.or([row('wallet', '=', wallet), row('to_wallet', '=', wallet)])]),
    ...(from === undefined ? [] : [row('occurred_at', '>=', from)]),
    ...(to === undefined ? [] : [row('occurred_at', '<', to)]),
  ];
}

const isBefore = (place: LedgerPlace) => comparePlace(place, sql`<`);
const isAfter = (place: LedgerPlace) => comparePlace(place, sql`>`);

function comparePlace(place: LedgerPlace, operator: RawBuilder<unknown>) {
  const columns = sql.join(placeColumns.map((name) => sql.ref(name)));
  return sql<SqlBool>`(${columns}) ${operator} (${sql.join(placeColumns.map((name) => place[name]))})`;
}
