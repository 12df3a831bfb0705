import { type Selectable, sql } from 'kysely';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CloseRequestTable, DailyCloseTable } from '#server/platform/database/tables/market-tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { DayNumber } from '#server/platform/utc-day.ts';
import type { CloseSource, DailyClose } from './daily-closes.ts';

export interface StoredClose extends DailyClose {
  /** A figure stands on it. */
  readonly isUsed: boolean;
}

/** A coin's history is asked of the provider, or was. */
export interface CloseRequest {
  readonly coinId: CoinId;
  readonly isWaiting: boolean;
  readonly failures: number;
  readonly answeredAt: Instant | null;
}

export type LinePoint = Pick<StoredClose, 'day' | 'source' | 'isUsed' | 'price'>;

/** The archive of daily closes, kept for good, and the coins whose history is to be asked for. */
export interface CloseStore {
  /** Adds those that are not there yet. */
  addCloses(closes: readonly DailyClose[]): Promise<void>;
  /** A later quote of the day replaces an earlier one that no figure stands on. */
  saveOwnCloses(closes: readonly DailyClose[]): Promise<void>;
  /** Of every source. */
  listCloses(coinId: CoinId, days: readonly DayNumber[]): Promise<StoredClose[]>;
  /** Of every source, both days included: read as one text, since thousands of rows cost more than their content. */
  listLine(coinId: CoinId, from: DayNumber, to: DayNumber): Promise<LinePoint[]>;
  markUsed(closes: readonly DailyClose[]): Promise<void>;
  listRequests(coinIds: readonly CoinId[]): Promise<CloseRequest[]>;
  /** Those that wait already stay as they are. */
  addRequests(coinIds: readonly CoinId[], now: Instant): Promise<void>;
  /** The oldest or the newest request that is due. */
  findDueRequest(now: Instant, order: 'oldest' | 'newest'): Promise<CloseRequest | undefined>;
  answerRequest(coinId: CoinId, now: Instant): Promise<void>;
  postponeRequest(coinId: CoinId, failures: number, dueAt: Instant): Promise<void>;
}

const rowsAtOnce = 500;
/** Up to here days are named one by one; statements are kept by the number of their values, so there are few. */
const maxNamedDays = 64;
const noDay: DayNumber = -1_000_000;

export function createCloseStore(db: Database): CloseStore {
  return {
    addCloses: (closes) =>
      transact(db, async (tx) => {
        for (const rows of chunk(closes.map(toRow))) {
          await tx
            .insertInto('daily_closes')
            .values(rows)
            .onConflict((conflict) => conflict.columns(['coin_id', 'day', 'source']).doNothing())
            .execute();
        }
      }),

    saveOwnCloses: (closes) =>
      transact(db, async (tx) => {
        for (const rows of chunk(closes.map(toRow))) {
          await tx
            .insertInto('daily_closes')
            .values(rows)
            .onConflict((conflict) =>
              conflict
                .columns(['coin_id', 'day', 'source'])
                .doUpdateSet((row) => ({ price: row.ref('excluded.price'), at: row.ref('excluded.at') }))
                .where('daily_closes.is_used', '=', 0)
                .whereRef('daily_closes.at', '<', 'excluded.at'),
            )
            .execute();
        }
      }),

    async listCloses(coinId, days) {
      const query = db.selectFrom('daily_closes').selectAll().where('coin_id', '=', coinId);
      if (days.length <= maxNamedDays) {
        const rows = await query.where('day', 'in', padToPowerOfTwo(days)).execute();
        return rows.map(fromRow);
      }
      const { from, to } = spanOf(days);
      const rows = await query.where('day', '>=', from).where('day', '<=', to).execute();
      return rows.map(fromRow);
    },

    async listLine(coinId, from, to) {
      const points = sql<
        string | null
      >`string_agg(day || ' ' || source || ' ' || is_used || ' ' || price, ';')`;
      const found = await db
        .selectFrom('daily_closes')
        .select(points.as('points'))
        .where('coin_id', '=', coinId)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .executeTakeFirst();
      return found?.points ? found.points.split(';').map(readPoint) : [];
    },

    markUsed: (closes) =>
      transact(db, async (tx) => {
        for (const { coinId, day, source } of closes) {
          await tx
            .updateTable('daily_closes')
            .set({ is_used: 1 })
            .where('coin_id', '=', coinId)
            .where('day', '=', day)
            .where('source', '=', source)
            .execute();
        }
      }),

    ...createRequests(db),
  };
}

function createRequests(
  db: Database,
): Pick<CloseStore, 'listRequests' | 'addRequests' | 'findDueRequest' | 'answerRequest' | 'postponeRequest'> {
  return {
    async listRequests(coinIds) {
      const found: CloseRequest[] = [];
      for (const ids of chunk(coinIds)) {
        const rows = await db.selectFrom('close_requests').selectAll().where('coin_id', 'in', ids).execute();
        found.push(...rows.map(toRequest));
      }
      return found;
    },

    async addRequests(coinIds, now) {
      for (const ids of chunk(coinIds)) {
        await db
          .insertInto('close_requests')
          .values(ids.map((coinId) => ({ coin_id: coinId, requested_at: now, due_at: now, failures: 0 })))
          .onConflict((conflict) =>
            conflict
              .column('coin_id')
              .doUpdateSet({ requested_at: now, due_at: now, failures: 0 })
              .where('close_requests.requested_at', 'is', null),
          )
          .execute();
      }
    },

    async findDueRequest(now, order) {
      const row = await db
        .selectFrom('close_requests')
        .selectAll()
        .where('requested_at', 'is not', null)
        .where('due_at', '<=', now)
        .orderBy('requested_at', order === 'oldest' ? 'asc' : 'desc')
        .orderBy('coin_id')
        .limit(1)
        .executeTakeFirst();
      return row && toRequest(row);
    },

    async answerRequest(coinId, now) {
      await db
        .updateTable('close_requests')
        .set({ requested_at: null, failures: 0, answered_at: now })
        .where('coin_id', '=', coinId)
        .execute();
    },

    async postponeRequest(coinId, failures, dueAt) {
      await db
        .updateTable('close_requests')
        .set({ failures, due_at: dueAt })
        .where('coin_id', '=', coinId)
        .execute();
    },
  };
}

function chunk<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += rowsAtOnce)
    chunks.push(items.slice(start, start + rowsAtOnce));
  return chunks;
}

/** Repeats the last value; no day is below all of them. */
function padToPowerOfTwo(days: readonly DayNumber[]): DayNumber[] {
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, days.length)));
  return [...days, ...new Array<DayNumber>(length - days.length).fill(days.at(-1) ?? noDay)];
}

function spanOf(days: readonly DayNumber[]): { from: DayNumber; to: DayNumber } {
  let [from, to] = [days[0]!, days[0]!];
  for (const day of days) {
    from = Math.min(from, day);
    to = Math.max(to, day);
  }
  return { from, to };
}

function toRow({ coinId, day, source, price, at }: DailyClose): Selectable<DailyCloseTable> {
  return { coin_id: coinId, day, source, price, at, is_used: 0 };
}

function readPoint(text: string): LinePoint {
  const [day, source, isUsed, price = ''] = text.split(' ');
  return { day: Number(day), source: source as CloseSource, isUsed: isUsed === '1', price };
}

function fromRow(row: Selectable<DailyCloseTable>): StoredClose {
  const source = row.source as CloseSource;
  return {
    coinId: row.coin_id,
    day: row.day,
    source,
    price: row.price,
    at: row.at,
    isUsed: row.is_used === 1,
  };
}

function toRequest(row: Selectable<CloseRequestTable>): CloseRequest {
  return {
    coinId: row.coin_id,
    isWaiting: row.requested_at !== null,
    failures: row.failures,
    answeredAt: row.answered_at,
  };
}
