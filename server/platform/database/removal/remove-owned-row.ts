import type { Tx } from '../transact.ts';

/** Tables with rows that a user adds and removes one by one. */
type OwnedTable = 'api_keys' | 'passkeys';

/** Returns false if the user has no such row. */
export async function removeOwnedRow(
  tx: Tx,
  table: OwnedTable,
  userId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns how many were removed. */
export async function removeOwnedRows(tx: Tx, table: OwnedTable, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom(table).where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
