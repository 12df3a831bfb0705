import { type Kysely, type Migration, sql } from 'kysely';

/** The currency in which an account shows figures; alerts and firings in a currency, and the rates they are evaluated with. */
export const displayCurrency: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn('display_currency', 'text', (column) => column.notNull().defaultTo('usd'))
      .execute();
    for (const table of ['alerts', 'alert_firings']) {
      await db.schema
        .alterTable(table)
        .addColumn('currency', 'text', (column) => column.notNull().defaultTo('usd'))
        .execute();
    }
    await db.schema.alterTable('alerts').addColumn('armed_rate', 'text').execute();
    for (const table of ['alert_ticks', 'alert_evaluations']) {
      await db.schema.alterTable(table).addColumn('rates', 'text').execute();
    }
  },

  async down(db: Kysely<unknown>): Promise<void> {
    // Their thresholds would be read as dollars.
    await sql`update alerts set status = 'paused' where status = 'active' and currency <> 'usd'`.execute(db);
    for (const table of ['alert_ticks', 'alert_evaluations'])
      await db.schema.alterTable(table).dropColumn('rates').execute();
    await db.schema.alterTable('alerts').dropColumn('armed_rate').execute();
    for (const table of ['alerts', 'alert_firings'])
      await db.schema.alterTable(table).dropColumn('currency').execute();
    await db.schema.alterTable('users').dropColumn('display_currency').execute();
  },
};
