import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';

/** Firings in the order of their numbers, of users with in-app notifications on. */
export interface FiringFeedStore {
  /** The number of the newest firing of any user; 0: there is none. */
  getNewest(): Promise<number>;
  /** The greatest number given so far; a firing with it may be gone. */
  getLatest(): Promise<number>;
  /** Those after a number, of one user or of all. */
  listAfter(number: number, limit: number, userId?: string): Promise<AlertFiringTable[]>;
}

export function createFiringFeedStore(db: Database): FiringFeedStore {
  return {
    async getNewest() {
      const { newest } = await db
        .selectFrom('alert_firings')
        .select((row) => row.fn.max('number').as('newest'))
        .executeTakeFirstOrThrow();
      return newest ?? 0;
    },

    async getLatest() {
      const { value } = await db.selectFrom('alert_revision').select('value').executeTakeFirstOrThrow();
      return value;
    },

    listAfter: (number, limit, userId) =>
      db
        .selectFrom('alert_firings')
        .leftJoin('alert_settings', 'alert_settings.user_id', 'alert_firings.user_id')
        .selectAll('alert_firings')
        .where('number', '>', number)
        .where((is) => is.or([is('in_app', 'is', null), is('in_app', '=', 1)]))
        .$if(userId !== undefined, (query) => query.where('alert_firings.user_id', '=', userId!))
        .orderBy('number')
        .limit(limit)
        .execute(),
  };
}
