import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Tx } from '../transact.ts';
import { removeImports } from './remove-imports.ts';
import { removeTransactionsOfUser } from './remove-transactions.ts';

/** Firings removed by one statement; other calls wait some ten milliseconds for it. */
const firingsAtOnce = 500;

/**
 * Removes the data of which a user may have very large amounts, yielding to other calls in between: transactions, the
 * history of alerts, and files. The rest can be deleted by cascade.
 */
export async function removeLargeTablesOfUser(tx: Tx, userId: string): Promise<void> {
  await removeTransactionsOfUser(tx, userId);
  await removeImports(tx, (query) =>
    query.where('portfolio_id', 'in', (row) =>
      row.selectFrom('portfolios').select('portfolios.id').where('user_id', '=', userId),
    ),
  );
  for (let last = -1; ; ) {
    const rows = await tx
      .selectFrom('alert_firings')
      .select('number')
      .where('user_id', '=', userId)
      .where('number', '>', last)
      .orderBy('number')
      .limit(firingsAtOnce)
      .execute();
    const end = rows.at(-1)?.number;
    if (end === undefined) return;
    await tx
      .deleteFrom('alert_firings')
      .where('user_id', '=', userId)
      // PostgreSQL would look at all rows that have already been removed.
      .where('number', '>', last)
      .where('number', '<=', end)
      .execute();
    last = end;
    await yieldToEventLoop();
  }
}
