import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** An open transaction. Within it, use nothing else: on SQLite the outer handle would wait forever. */
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

/** Has `act` run once the transaction is committed; it never runs where that fails. `tx` is one of `transact`. */
export function afterCommit(tx: Tx, act: () => void): void {
  const actions = actionsAfter.get(tx);
  if (!actions) throw new Error('the transaction was not opened by transact');
  actions.push(act);
}
