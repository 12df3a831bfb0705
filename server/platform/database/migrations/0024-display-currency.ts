import type { Kysely, Migration } from 'kysely';

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
};
