import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isDated } from '#server/platform/database/tables/ledger-tables.ts';
import { NamedLotsBudget } from '../engine/named-lots-budget.ts';
import {
  isAfter,
  isBefore,
  type LedgerPlace,
  matches,
  opening,
  type TransactionFilter,
} from './transaction-query-store.ts';
import { type EntryRow, entryColumns, type TransactionRow } from './transaction-row.ts';

/** Lists and counts of transactions. Deleted ones are treated as missing. */
export interface TransactionListStore {
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
  /** The ledger's revision, which increases with each change. */
  findRevision(portfolioId: string): Promise<number | undefined>;
  /** In ledger order, starting after a place, at most `count`. */
  listFrom(portfolioId: string, after: LedgerPlace | undefined, count: number): Promise<TransactionRow[]>;
  /**
   * For each coin, its transactions in ledger order, read by the given connection, letting other calls run in between.
   * Throws `conflict` if they name too many lots.
   */
  listOfCoins(
    reader: Database,
    portfolioId: string,
    coinIds: readonly CoinId[],
  ): AsyncIterable<readonly [CoinId, readonly EntryRow[]]>;
  /** The length of all lots that a portfolio's transactions name, as stored. */
  sumLots(portfolioId: string): Promise<number>;
}

/** Rows of some coins read between two pauses. */
const rowsAtOnce = 500;
/**
 * Coins read in one pass. Each pass goes through an index of the whole ledger: a thousand of them, one for each coin of a
 * batch, would take seconds, and one for very many coins would block other calls for long.
 */
const coinsAtOnce = 10;

export function createTransactionListStore(db: Database): TransactionListStore {
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
    async *listOfCoins(reader, portfolioId, coinIds) {
      for (let from = 0; from < coinIds.length; from += coinsAtOnce) {
        const some = coinIds.slice(from, from + coinsAtOnce);
        const byCoin = await readCoins(reader, portfolioId, some);
        for (const coinId of some) {
          yield [coinId, byCoin.get(coinId) ?? []] as const;
          await yieldToEventLoop();
        }
      }
    },
  };
}

async function readCoins(
  reader: Database,
  portfolioId: string,
  coinIds: readonly CoinId[],
): Promise<Map<CoinId, EntryRow[]>> {
  const byCoin = new Map<CoinId, EntryRow[]>(coinIds.map((coinId) => [coinId, []]));
  const budget = new NamedLotsBudget();
  for (let after: LedgerPlace | undefined; ; ) {
    const page = await listPageOfCoins(reader, portfolioId, coinIds, after);
    for (const row of page) {
      budget.take(row.lots?.length ?? 0);
      for (const coinId of new Set([row.in_coin, row.out_coin, row.fee_coin]))
        if (coinId !== null) byCoin.get(coinId)?.push(row);
    }
    if (page.length < rowsAtOnce) return byCoin;
    after = page.at(-1)!;
    // Reads from the embedded database are synchronous, so yield to other requests here.
    await yieldToEventLoop();
  }
}

function listPageOfCoins(
  reader: Database,
  portfolioId: string,
  coinIds: readonly CoinId[],
  after: LedgerPlace | undefined,
): Promise<(EntryRow & LedgerPlace)[]> {
  return reader
    .selectFrom('transactions')
    .select([...entryColumns, 'type_rank'])
    .where('portfolio_id', '=', portfolioId)
    .where('deleted_at', 'is', null)
    .where((row) =>
      row.or((['in_coin', 'out_coin', 'fee_coin'] as const).map((leg) => row(leg, 'in', coinIds))),
    )
    .$if(after !== undefined, (query) => query.where(isAfter(after!)))
    .orderBy('occurred_at')
    .orderBy('type_rank')
    .orderBy('row_key')
    .orderBy('created_at')
    .orderBy('id')
    .limit(rowsAtOnce)
    .execute();
}
