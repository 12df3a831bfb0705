import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** An open transaction. Use nothing else within it: on SQLite the outer handle would wait forever. */
export type Tx = Transaction<Tables>;

const actionsAfter = new WeakMap<Tx, (() => void)[]>();

/** Runs `work` in a transaction and returns its result. If `work` throws, the transaction is rolled back. */
export async function transact<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const actions: (() => void)[] = [];
  const result = await db.transaction().execute((tx) => {
    actionsAfter.set(tx, actions);
    return work(tx);
  });
  for (const act of actions) act();
  return result;
}

/** Runs `act` once the transaction has committed, and never if it fails. `tx` must come from `transact`. */
export function afterCommit(tx: Tx, act: () => void): void {
  const actions = actionsAfter.get(tx);
  if (!actions) throw new Error('the transaction was not opened by transact');
  actions.push(act);
}

/** Runs a part of a transaction. If it throws, what that part wrote is undone, and the transaction can go on. */
export async function attemptWithin(tx: Tx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx);
    throw error;
  }
  await sql`release savepoint attempt`.execute(tx);
}
