import { type Kysely, type Migration, sql } from 'kysely';

type Db = Kysely<unknown>;

export const alerts: Migration = {
  async up(db: Db): Promise<void> {
    await createAlerts(db);
    await createFirings(db);
    await createEvaluations(db);
  },
};

async function createAlerts(db: Db): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('coin_id', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('condition', 'text', (column) => column.notNull())
    .addColumn('threshold', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('note', 'text')
    .addColumn('repeat', 'text', (column) => column.notNull())
    .addColumn('cooldown_minutes', 'integer', (column) => column.notNull())
    .addColumn('when_true', 'text', (column) => column.notNull())
    .addColumn('arming', 'integer', (column) => column.notNull())
    .addColumn('armed_at', 'bigint', (column) => column.notNull())
    .addColumn('armed_as_of', 'bigint', (column) => column.notNull())
    .addColumn('armed_price', 'text')
    .addColumn('armed_change', 'text')
    .addColumn('armed_source', 'text', (column) => column.notNull())
    .addColumn('next_allowed_at', 'bigint')
    .addColumn('revision', 'bigint', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('triggered_at', 'bigint')
    .addColumn('triggered_price', 'text')
    .execute();
  await db.schema.createIndex('alerts_of_user').on('alerts').column('user_id').execute();
}

async function createFirings(db: Db): Promise<void> {
  await db.schema
    .createTable('alert_firings')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    // Not a foreign key: the history outlives the alert.
    .addColumn('alert_id', 'text', (column) => column.notNull())
    .addColumn('arming', 'integer', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('coin_id', 'text', (column) => column.notNull())
    .addColumn('symbol', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('condition', 'text', (column) => column.notNull())
    .addColumn('threshold', 'text', (column) => column.notNull())
    .addColumn('price', 'text', (column) => column.notNull())
    .addColumn('change_24h', 'text')
    .addColumn('crossed_after', 'bigint', (column) => column.notNull())
    .addColumn('crossed_by', 'bigint', (column) => column.notNull())
    .addColumn('fired_at', 'bigint', (column) => column.notNull())
    .addColumn('note', 'text')
    .addColumn('number', 'bigint', (column) => column.notNull().unique())
    .addColumn('seen_at', 'bigint')
    .addUniqueConstraint('alert_firings_once', ['alert_id', 'arming'])
    .execute();
  await db.schema
    .createIndex('alert_firings_of_user')
    .on('alert_firings')
    .columns(['user_id', 'number'])
    .execute();
}

async function createEvaluations(db: Db): Promise<void> {
  await db.schema
    .createTable('alert_evaluations')
    .addColumn('source', 'text', (column) => column.primaryKey().notNull())
    .addColumn('as_of', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('quotes', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('alert_ticks')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('as_of', 'bigint', (column) => column.notNull())
    .addColumn('quotes', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_ticks_key', ['source', 'as_of'])
    .execute();
  // Nothing is evaluated yet.
  await sql`insert into alert_evaluations (source, as_of, revision, quotes)
    values ('coingecko', 0, 0, '{}'), ('simulated', 0, 0, '{}')`.execute(db);
  await db.schema
    .createTable('alert_revision')
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into alert_revision (value) values (0)`.execute(db);
}
