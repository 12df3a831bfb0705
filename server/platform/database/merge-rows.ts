import { sql, type Transaction } from 'kysely';
import { lockOwner } from './lock-owner.ts';
import type { Tables } from './tables.ts';

type OwnedTable = {
  [Name in keyof Tables]: Tables[Name] extends { user_id: string } ? Name : never;
}[keyof Tables];

/** Moves one user's rows to another, except those whose `key` the other already has. */
export async function mergeRows<Name extends OwnedTable>(
  tx: Transaction<Tables>,
  table: Name,
  key: keyof Tables[Name] & string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  // Blocks concurrent inserts: rows added to the first user would be deleted with it.
  await lockOwner(tx, from);
  await lockOwner(tx, to);
  const [rows, column] = [sql.table(table), sql.ref(key)];
  const known = sql`select ${column} from ${rows} where user_id = ${to}`;
  await sql`update ${rows} set user_id = ${to} where user_id = ${from} and ${column} not in (${known})`.execute(
    tx,
  );
  await sql`delete from ${rows} where user_id = ${from}`.execute(tx);
}
