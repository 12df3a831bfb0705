import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';

/** Firings of users with in-app notifications on, in number order. */
export interface FiringFeedStore {
  /** The number of any user's newest firing; 0 if there is none. */
  getNewestNumber(): Promise<number>;
  /** The highest number assigned so far; its firing may be gone. */
  getLastAssignedNumber(): Promise<number>;
  /** Firings after a number, of one user or of all. */
  listAfter(number: number, limit: number, userId?: string): Promise<AlertFiringTable[]>;
}

export function createFiringFeedStore(db: Database): FiringFeedStore {
  return {
    async getNewestNumber() {
      const { newest } = await db
        .selectFrom('alert_firings')
        .select((row) => row.fn.max('number').as('newest'))
        .executeTakeFirstOrThrow();
      return newest ?? 0;
    },

    async getLastAssignedNumber() {
      const { value } = await db.selectFrom('alert_revision').select('value').executeTakeFirstOrThrow();
      return value;
    },

    listAfter: (number, limit, userId) =>
      db
        .selectFrom('alert_firings')
        .leftJoin('alert_settings', 'alert_settings.user_id', 'alert_firings.user_id')
        .selectAll('alert_firings')
        .where('number', '>', number)
        .where((eb) => eb.or([eb('in_app', 'is', null), eb('in_app', '=', 1)]))
        .$if(userId !== undefined, (query) => query.where('alert_firings.user_id', '=', userId!))
        .orderBy('number')
        .limit(limit)
        .execute(),
  };
}
