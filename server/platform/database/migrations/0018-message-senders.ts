import type { Kysely, Migration } from 'kysely';

/** Records the plan of senders who were signed in. */
export const messageSenders: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('contact_messages').addColumn('sender_tier', 'text').execute();
  },
};
