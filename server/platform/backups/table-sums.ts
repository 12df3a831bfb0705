import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';

/** A table's row count and the sum of its rows' hashes, which is independent of their order. */
export interface TableSum {
  readonly rows: number;
  /** A decimal number. */
  readonly hash: string;
}

/** By table name without the schema. */
export type TableSums = Readonly<Record<string, TableSum>>;

/** The sums of every table, in the connection's open transaction if it has one. */
export function sumSqliteTables(database: DatabaseSync): TableSums {
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'")
    .all()
    .map(({ name }) => String(name));
  return Object.fromEntries(names.map((name) => [name, sumSqliteTable(database, name)]));
}

function sumSqliteTable(database: DatabaseSync, name: string): TableSum {
  const statement = database.prepare(`select * from "${name.replaceAll('"', '""')}"`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  let rows = 0;
  let sum = 0n;
  for (const row of statement.iterate() as unknown as Iterable<readonly unknown[]>) {
    rows += 1;
    sum += BigInt(`0x${hash('md5', row.map(encodeValue).join(','), 'hex').slice(0, 16)}`);
  }
  return { rows, hash: sum.toString() };
}

/** Prefixes texts with their length, so that no two rows have the same encoding. */
function encodeValue(value: unknown): string {
  if (value === null) return 'n';
  if (typeof value === 'string') return `t${value.length}:${value}`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`;
  return `${typeof value === 'bigint' ? 'i' : 'f'}${value}`;
}

/** The same for the tables of a PostgreSQL schema. Computed by the server, so that no rows are transferred. */
export async function sumPostgresTables(client: pg.ClientBase, schema: string): Promise<TableSums> {
  // These settings affect the text form of a row.
  await client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex';
    set local extra_float_digits = 1; set local intervalstyle = 'iso_8601'`);
  const tables = await client.query<{ name: string; query: string }>(
    `select tablename as name, format($$
       select count(*)::text as rows,
         coalesce(sum(('x' || left(md5(whole_row::text), 16))::bit(64)::bigint::numeric), 0)::text as hash
       from %I.%I as whole_row$$, schemaname, tablename) as query
     from pg_tables where schemaname = $1 order by tablename`,
    [schema],
  );
  const sums: Record<string, TableSum> = {};
  for (const { name, query } of tables.rows) {
    const { rows } = await client.query<{ rows: string; hash: string }>(query);
    sums[name] = { rows: Number(rows[0]!.rows), hash: rows[0]!.hash };
  }
  return sums;
}

/** One line per table that differs. */
export function compareSums(expected: TableSums, found: TableSums): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort();
  return names.flatMap((name) => {
    const [before, after] = [expected[name], found[name]];
    if (before && after && before.hash === after.hash && before.rows === after.rows) return [];
    if (!before) return [`table ${name} is not in the sums`];
    if (!after) return [`table ${name} is missing`];
    if (before.rows !== after.rows) return [`table ${name} has ${after.rows} rows instead of ${before.rows}`];
    return [`table ${name} has rows with other contents`];
  });
}

/** Writes sums to a file, readable only by its owner. */
export function writeSums(file: string, tables: TableSums): void {
  writeFileSync(file, `${JSON.stringify({ version: 1, tables }, null, 1)}\n`, { mode: 0o600, flush: true });
}

/** Undefined if there is no such file. Throws if it can't be read. */
export function readSums(file: string): TableSums | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { tables: TableSums }).tables;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
