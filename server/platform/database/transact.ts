import type { Transaction } from 'kysely';
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
