import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/*
 * Daily closes move from a row a coin, day and source into blocks of 80 days with one close a day: of several sources
 * the best one's. Closes that a figure is based on are kept beside them. The encoding is that of `close-block.ts` at the
 * time of this migration. `down` makes rows of both again.
 */

interface CloseRow {
  coin_id: string;
  day: number;
  source: string;
  price: string;
  at: number;
  is_used: number;
}

interface MigratedTables {
  daily_closes: CloseRow;
  close_blocks: { coin_id: string; block: number; closes: Uint8Array };
  pinned_closes: Omit<CloseRow, 'is_used'>;
}

export const closeArchive: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await db.schema
      .createTable('close_blocks')
      .addColumn('coin_id', 'text', (column) => column.notNull())
      .addColumn('block', 'integer', (column) => column.notNull())
      .addColumn('closes', isPostgres ? 'bytea' : 'blob', (column) => column.notNull())
      .addPrimaryKeyConstraint('close_blocks_key', ['coin_id', 'block'])
      .execute();
    await db.schema
      .createTable('pinned_closes')
      .addColumn('coin_id', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('price', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('pinned_closes_key', ['coin_id', 'day'])
      .execute();
    await packCloses(db as Kysely<MigratedTables>);
    await db.schema.dropTable('daily_closes').execute();
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('daily_closes')
      .addColumn('coin_id', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('price', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('is_used', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('daily_closes_key', ['coin_id', 'day', 'source'])
      .execute();
    await unpackCloses(db as Kysely<MigratedTables>);
    for (const table of ['pinned_closes', 'close_blocks']) await db.schema.dropTable(table).execute();
  },
};

const blockDays = 80;
const dayMs = 86_400_000;
const limbDigits = 9;
const sources = ['coingecko', 'own', 'coingecko_csv', 'kraken', 'import'];
const rowsAtOnce = 500;

async function listCoins(
  db: Kysely<MigratedTables>,
  table: 'daily_closes' | 'close_blocks',
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('coin_id').distinct().orderBy('coin_id').execute();
  return rows.map((row) => row.coin_id);
}

async function packCloses(db: Kysely<MigratedTables>): Promise<void> {
  await sql`insert into pinned_closes (coin_id, day, source, price, at)
    select coin_id, day, source, price, at from daily_closes where is_used = 1 order by source desc
    on conflict (coin_id, day) do nothing`.execute(db);
  for (const coinId of await listCoins(db, 'daily_closes')) {
    const rows = await db
      .selectFrom('daily_closes')
      .selectAll()
      .where('coin_id', '=', coinId)
      .orderBy('day')
      .execute();
    const blocks = Map.groupBy(chooseOneADay(rows), ({ day }) => Math.floor(day / blockDays));
    const values = [...blocks].map(([block, closes]) => ({
      coin_id: coinId,
      block,
      closes: Uint8Array.from(closes.flatMap((close) => encodeClose(close, block))),
    }));
    for (let start = 0; start < values.length; start += rowsAtOnce)
      await db
        .insertInto('close_blocks')
        .values(values.slice(start, start + rowsAtOnce))
        .execute();
  }
}

function chooseOneADay(rows: readonly CloseRow[]): CloseRow[] {
  const chosen = new Map<number, CloseRow>();
  for (const row of rows) {
    const known = chosen.get(row.day);
    if (!known || sources.indexOf(row.source) < sources.indexOf(known.source)) chosen.set(row.day, row);
  }
  return [...chosen.values()];
}

function encodeClose({ day, source, price, at }: CloseRow, block: number): number[] {
  const [whole = '', fraction = ''] = price.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const limbs: number[] = [];
  for (let end = digits.length; end > 0; end -= limbDigits)
    limbs.push(Number(digits.slice(Math.max(0, end - limbDigits), end)));
  const offset = at - dayMs * (day + 1);
  return [
    day - block * blockDays,
    sources.indexOf(source) * 16 + limbs.length,
    ...encodeVarint(fraction.length),
    ...limbs.flatMap((limb) => [limb & 255, (limb >>> 8) & 255, (limb >>> 16) & 255, limb >>> 24]),
    ...encodeVarint(offset < 0 ? -2 * offset - 1 : 2 * offset),
  ];
}

function encodeVarint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...encodeVarint(Math.floor(value / 128))];
}

async function unpackCloses(db: Kysely<MigratedTables>): Promise<void> {
  for (const coinId of await listCoins(db, 'close_blocks')) {
    const blocks = await db.selectFrom('close_blocks').selectAll().where('coin_id', '=', coinId).execute();
    const rows = blocks.flatMap(({ block, closes }) => decodeCloses(coinId, block, closes));
    for (let start = 0; start < rows.length; start += rowsAtOnce)
      await db
        .insertInto('daily_closes')
        .values(rows.slice(start, start + rowsAtOnce))
        .execute();
  }
  await sql`insert into daily_closes (coin_id, day, source, price, at, is_used)
    select coin_id, day, case when source in ('coingecko', 'own') then source else 'import' end, price, at, 1
    from pinned_closes where true
    on conflict (coin_id, day, source) do update set price = excluded.price, at = excluded.at, is_used = 1`.execute(
    db,
  );
}

function decodeCloses(coinId: string, block: number, bytes: Uint8Array): CloseRow[] {
  const rows: CloseRow[] = [];
  let next = 0;
  const readByte = () => bytes[next++] ?? 0;
  const readVarint = (): number => {
    const byte = readByte();
    return byte < 128 ? byte : byte - 128 + 128 * readVarint();
  };
  while (next < bytes.length) {
    const day = block * blockDays + readByte();
    const kind = readByte();
    const scale = readVarint();
    let digits = 0n;
    for (let index = 0; index < kind % 16; index += 1) {
      const limb = readByte() + readByte() * 256 + readByte() * 65_536 + readByte() * 16_777_216;
      digits += BigInt(limb) * 10n ** BigInt(limbDigits * index);
    }
    const offset = readVarint();
    const at = dayMs * (day + 1) + (offset % 2 === 1 ? -(offset + 1) / 2 : offset / 2);
    const text = digits.toString().padStart(scale + 1, '0');
    const price = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
    // The version before knew three sources.
    const source = ['coingecko', 'own'][Math.floor(kind / 16)] ?? 'import';
    rows.push({ coin_id: coinId, day, source, price, at, is_used: 0 });
  }
  return rows;
}
