import { inflateRawSync } from 'node:zlib';
import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import { markExpanding } from '../expanding-migrations.ts';

/*
 * Closes of the current block are here, where rows are only added: otherwise each day would rewrite the block of
 * every coin. `down` merges them into the blocks; the encodings are those at the time of this migration.
 */

interface MigratedTables {
  close_blocks: { coin_id: string; block: number; closes: Uint8Array };
  recent_closes: { id: number; block: number; first_coin: string; last_coin: string; closes: Uint8Array };
}

export const recentCloses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await db.schema
      .createTable('recent_closes')
      .addColumn('id', isPostgres ? 'bigint' : 'integer', (column) =>
        isPostgres ? column.generatedByDefaultAsIdentity().primaryKey() : column.primaryKey().autoIncrement(),
      )
      .addColumn('block', 'integer', (column) => column.notNull())
      .addColumn('first_coin', 'text', (column) => column.notNull())
      .addColumn('last_coin', 'text', (column) => column.notNull())
      .addColumn('closes', isPostgres ? 'bytea' : 'blob', (column) => column.notNull())
      .execute();
    // Ids are ordered by their bytes, as they are here.
    if (isPostgres)
      await sql`alter table recent_closes
        alter column first_coin type text collate "C", alter column last_coin type text collate "C"`.execute(
        db,
      );
    await markExpanding(db, '0031-recent-closes');
  },

  async down(db: Kysely<unknown>): Promise<void> {
    await mergeIntoBlocks(db as Kysely<MigratedTables>);
    await db.schema.dropTable('recent_closes').execute();
    await sql`delete from expanding_migrations where name = '0031-recent-closes'`.execute(db);
  },
};

async function mergeIntoBlocks(db: Kysely<MigratedTables>): Promise<void> {
  const rows = await db.selectFrom('recent_closes').selectAll().orderBy('id').execute();
  const added = new Map<string, { coinId: string; block: number; parts: Uint8Array[] }>();
  for (const { block, closes } of rows) {
    for (const { coinId, bytes } of readRow(closes)) {
      const key = `${coinId} ${block}`;
      const known = added.get(key);
      if (known) known.parts.push(bytes);
      else added.set(key, { coinId, block, parts: [bytes] });
    }
  }
  for (const { coinId, block, parts } of added.values()) {
    const known = await db
      .selectFrom('close_blocks')
      .select('closes')
      .where('coin_id', '=', coinId)
      .where('block', '=', block)
      .executeTakeFirst();
    const closes = mergeBytes([...(known ? [known.closes] : []), ...parts]);
    await db
      .insertInto('close_blocks')
      .values({ coin_id: coinId, block, closes })
      .onConflict((conflict) =>
        conflict.columns(['coin_id', 'block']).doUpdateSet((row) => ({ closes: row.ref('excluded.closes') })),
      )
      .execute();
  }
}

/** By coin: the length of its id, the id, the length of its closes, and these as in a block. */
function readRow(packed: Uint8Array): { coinId: string; bytes: Uint8Array }[] {
  const bytes = inflateRawSync(packed);
  const coins: { coinId: string; bytes: Uint8Array }[] = [];
  for (let next = 0; next < bytes.length; ) {
    const name = readVarint(bytes, next);
    const coinId = bytes.toString('utf8', name.end, name.end + name.value);
    const closes = readVarint(bytes, name.end + name.value);
    next = closes.end + closes.value;
    coins.push({ coinId, bytes: bytes.subarray(closes.end, next) });
  }
  return coins;
}

interface StoredClose {
  readonly bytes: Uint8Array;
  /** The lower wins. */
  readonly source: number;
  readonly offset: number;
}

const ownSource = 1;

/** One close a day: the better source's; of our own the latest; else the one that was there first. */
function mergeBytes(parts: readonly Uint8Array[]): Uint8Array {
  const byDay = new Map<number, StoredClose>();
  for (const bytes of parts) {
    for (let start = 0; start < bytes.length; ) {
      const kind = bytes[start + 1] ?? 0;
      const scale = readVarint(bytes, start + 2);
      const at = readVarint(bytes, scale.end + 4 * (kind & 15));
      const close = {
        bytes: bytes.subarray(start, at.end),
        source: kind >> 4,
        offset: at.value % 2 === 1 ? -(at.value + 1) / 2 : at.value / 2,
      };
      const day = bytes[start] ?? 0;
      const known = byDay.get(day);
      const isLater = close.source === ownSource && known !== undefined && close.offset > known.offset;
      if (!known || close.source < known.source || (close.source === known.source && isLater))
        byDay.set(day, close);
      start = at.end;
    }
  }
  const ordered = [...byDay].sort(([a], [b]) => a - b);
  return Uint8Array.from(ordered.flatMap(([, { bytes }]) => [...bytes]));
}

function readVarint(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  let unit = 1;
  for (let next = start; ; next += 1) {
    const byte = bytes[next];
    if (byte === undefined) throw new RangeError('recent closes are cut short');
    value += (byte % 128) * unit;
    if (byte < 128) return { value, end: next + 1 };
    unit *= 128;
  }
}
