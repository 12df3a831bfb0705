import type { Kysely, Migration } from 'kysely';

/** Indexes for alerts by page, and for the removal of old alerts and firings. */
export const alertPages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropIndex('alerts_of_user').execute();
    await db.schema
      .createIndex('alerts_of_user')
      .on('alerts')
      .columns(['user_id', 'created_at', 'ordinal', 'id'])
      .execute();
    await db.schema.createIndex('alerts_by_triggering').on('alerts').column('triggered_at').execute();
    await db.schema.createIndex('alert_firings_by_date').on('alert_firings').column('fired_at').execute();
  },
};
