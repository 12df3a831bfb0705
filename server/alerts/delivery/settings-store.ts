import type { AlertSettings, UpdateAlertSettings } from '#contract/alerts/alerts.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AlertSettingsTable } from '#server/platform/database/tables/alert-tables.ts';

/** Notification settings. Every channel is on by default. */
export interface SettingsStore {
  getSettings(userId: string): Promise<Omit<AlertSettings, 'pushHere'>>;
  updateSettings(userId: string, change: UpdateAlertSettings): Promise<void>;
}

const defaults = { email: 1, push: 1, in_app: 1 } as const;

export function createSettingsStore(db: Database): SettingsStore {
  return {
    async getSettings(userId) {
      const row = await db
        .selectFrom('alert_settings')
        .select(['email', 'push', 'in_app'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      const { email, push, in_app } = row ?? defaults;
      return { email: email === 1, push: push === 1, inApp: in_app === 1 };
    },

    async updateSettings(userId, { email, push, inApp }) {
      const change: Partial<Omit<AlertSettingsTable, 'user_id'>> = {
        ...(email !== undefined && { email: Number(email) }),
        ...(push !== undefined && { push: Number(push) }),
        ...(inApp !== undefined && { in_app: Number(inApp) }),
      };
      if (Object.keys(change).length === 0) return;
      await db
        .insertInto('alert_settings')
        .values({ user_id: userId, ...defaults, ...change })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
        .execute();
    },
  };
}
