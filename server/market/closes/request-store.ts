import type { Selectable } from 'kysely';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CloseRequestTable } from '#server/platform/database/tables/market-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { chunk } from './close-changes.ts';
import type { CoinTurn } from './request-turns.ts';

/** A past or pending request for a coin's history. */
export interface CloseRequest {
  readonly coinId: CoinId;
  /** The earliest is next; null if the request is not waiting. */
  readonly turn: Instant | null;
  readonly failures: number;
  readonly answeredAt: Instant | null;
}

/** The coins whose history is to be requested, and when the provider last answered for each. */
export interface CloseRequestStore {
  listRequests(coinIds: readonly CoinId[]): Promise<CloseRequest[]>;
  /** A pending request gets the earlier of its turns, and otherwise stays unchanged. */
  addRequests(turns: readonly CoinTurn[], now: Instant): Promise<void>;
  /** The earliest turn waiting, except those of requests that have failed, which keep their old turns. */
  findEarliestTurn(): Promise<Instant | null>;
  /** The next request that is due. */
  findDueRequest(now: Instant): Promise<CloseRequest | undefined>;
  /** Records that the provider has answered, whether or not anybody had requested the history. */
  recordAnswer(coinId: CoinId, now: Instant, tx?: Tx): Promise<void>;
  postponeRequest(coinId: CoinId, failures: number, dueAt: Instant, tx?: Tx): Promise<void>;
}

const rowsAtOnce = 500;

export function createCloseRequestStore(db: Database): CloseRequestStore {
  return {
    async listRequests(coinIds) {
      const found: CloseRequest[] = [];
      for (const ids of chunk(coinIds, rowsAtOnce)) {
        const rows = await db.selectFrom('close_requests').selectAll().where('coin_id', 'in', ids).execute();
        found.push(...rows.map(toRequest));
      }
      return found;
    },

    async addRequests(turns, now) {
      for (const rows of chunk(turns, rowsAtOnce)) {
        await db
          .insertInto('close_requests')
          .values(
            rows.map(({ coinId, turn }) => ({
              coin_id: coinId,
              requested_at: turn,
              due_at: now,
              failures: 0,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .column('coin_id')
              .doUpdateSet(({ ref, eb }) => {
                const isIdle = eb('close_requests.requested_at', 'is', null);
                const unlessWaiting = (column: 'due_at' | 'failures') =>
                  eb
                    .case()
                    .when(isIdle)
                    .then(ref(`excluded.${column}`))
                    .else(ref(`close_requests.${column}`))
                    .end();
                return {
                  requested_at: ref('excluded.requested_at'),
                  due_at: unlessWaiting('due_at'),
                  failures: unlessWaiting('failures'),
                };
              })
              .where(({ or, eb, ref }) =>
                or([
                  eb('close_requests.requested_at', 'is', null),
                  eb('close_requests.requested_at', '>', ref('excluded.requested_at')),
                ]),
              ),
          )
          .execute();
      }
    },

    async findEarliestTurn() {
      const row = await db
        .selectFrom('close_requests')
        .select('requested_at')
        .where('requested_at', 'is not', null)
        .where('failures', '=', 0)
        .orderBy('requested_at')
        .limit(1)
        .executeTakeFirst();
      return row?.requested_at ?? null;
    },

    async findDueRequest(now) {
      const row = await db
        .selectFrom('close_requests')
        .selectAll()
        .where('requested_at', 'is not', null)
        .where('due_at', '<=', now)
        .orderBy('requested_at')
        .orderBy('due_at')
        .orderBy('coin_id')
        .limit(1)
        .executeTakeFirst();
      return row && toRequest(row);
    },

    async recordAnswer(coinId, now, tx) {
      const answered = { requested_at: null, failures: 0, answered_at: now };
      await (tx ?? db)
        .insertInto('close_requests')
        .values({ coin_id: coinId, due_at: now, ...answered })
        .onConflict((conflict) => conflict.column('coin_id').doUpdateSet(answered))
        .execute();
    },

    async postponeRequest(coinId, failures, dueAt, tx) {
      await (tx ?? db)
        .updateTable('close_requests')
        .set({ failures, due_at: dueAt })
        .where('coin_id', '=', coinId)
        .execute();
    },
  };
}

function toRequest(row: Selectable<CloseRequestTable>): CloseRequest {
  return {
    coinId: row.coin_id,
    turn: row.requested_at,
    failures: row.failures,
    answeredAt: row.answered_at,
  };
}
