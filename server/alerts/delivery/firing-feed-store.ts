import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';

/** A firing, and whether its user wants to be notified in the app: 0 if not. */
export type FedFiring = AlertFiringTable & { readonly in_app: number | null };

/** Firings in number order. */
export interface FiringFeedStore {
  /** The number of any user's newest firing; 0 if there is none. */
  getNewestNumber(): Promise<number>;
  /** The highest number assigned so far; its firing may be gone. */
  getLastAssignedNumber(): Promise<number>;
  /** Firings of all users after a number, including imported ones. */
  listAfter(number: number, limit: number): Promise<FedFiring[]>;
  /** A user's firings after a number, including imported ones; none if they have in-app notifications off. */
  listOfUserAfter(userId: string, number: number, limit: number): Promise<AlertFiringTable[]>;
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

    // Includes those that nobody is notified of: otherwise each call would search all of them again.
    listAfter: (number, limit) =>
      db
        .selectFrom('alert_firings')
        .leftJoin('alert_settings', 'alert_settings.user_id', 'alert_firings.user_id')
        .selectAll('alert_firings')
        .select('alert_settings.in_app')
        .where('number', '>', number)
        .orderBy('number')
        .limit(limit)
        .execute(),

    listOfUserAfter: (userId, number, limit) =>
      db
        .selectFrom('alert_firings')
        .leftJoin('alert_settings', 'alert_settings.user_id', 'alert_firings.user_id')
        .selectAll('alert_firings')
        .where('alert_firings.user_id', '=', userId)
        .where('number', '>', number)
        .where((eb) => eb.or([eb('in_app', 'is', null), eb('in_app', '=', 1)]))
        .orderBy('number')
        .limit(limit)
        .execute(),
  };
}
