import type { Database } from '../platform/database.ts';

/** What is known of a feed from when it was last asked. Instants in milliseconds since 1970. */
export interface FeedState {
  readonly address: string;
  /** Its own; empty where it has none. */
  readonly title: string;
  /** What to ask with, so that it answers only where something is new. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** In a row, since it last answered. */
  readonly failures: number;
  readonly dueAt: number;
  readonly answeredAt: number | null;
  /** When something of its articles last changed here. */
  readonly changedAt: number | null;
}

/** How far all feeds together have come. */
export interface NewsProgress {
  /** When one last answered. */
  readonly answeredAt: number | null;
  /** When something of the articles last changed. */
  readonly changedAt: number | null;
}

export interface FeedStore {
  /** Those of some feeds that were asked before. */
  listStates(addresses: readonly string[]): Promise<FeedState[]>;
  saveState(state: FeedState): Promise<void>;
  /** Says that something of their articles changed. */
  markChanged(addresses: readonly string[], atMs: number): Promise<void>;
  getProgress(addresses: readonly string[]): Promise<NewsProgress>;
}

export function createFeedStore(db: Database): FeedStore {
  return {
    async listStates(addresses) {
      const rows = await db
        .selectFrom('news_feeds')
        .selectAll()
        .where('address', 'in', [...addresses])
        .execute();
      return rows.map((row) => ({
        address: row.address,
        title: row.title,
        etag: row.etag,
        lastModified: row.last_modified,
        failures: row.failures,
        dueAt: row.due_at,
        answeredAt: row.answered_at,
        changedAt: row.changed_at,
      }));
    },

    async saveState({ address, ...state }) {
      const columns = {
        title: state.title,
        etag: state.etag,
        last_modified: state.lastModified,
        failures: state.failures,
        due_at: state.dueAt,
        answered_at: state.answeredAt,
        changed_at: state.changedAt,
      };
      await db
        .insertInto('news_feeds')
        .values({ address, ...columns })
        .onConflict((conflict) => conflict.column('address').doUpdateSet(columns))
        .execute();
    },

    async markChanged(addresses, atMs) {
      await db
        .updateTable('news_feeds')
        .set({ changed_at: atMs })
        .where('address', 'in', [...addresses])
        .execute();
    },

    async getProgress(addresses) {
      const row = await db
        .selectFrom('news_feeds')
        .select((is) => [is.fn.max('answered_at').as('answeredAt'), is.fn.max('changed_at').as('changedAt')])
        .where('address', 'in', [...addresses])
        .executeTakeFirst();
      return { answeredAt: row?.answeredAt ?? null, changedAt: row?.changedAt ?? null };
    },
  };
}
