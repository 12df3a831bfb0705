import { setImmediate as giveWay } from 'node:timers/promises';
import type { Tx } from '../transact.ts';
import { removeImports } from './remove-imports.ts';
import { removeTransactionsOfUser } from './remove-transactions.ts';

/** Firings removed by one statement; other calls wait some ten milliseconds for it. */
const firingsAtOnce = 500;

/**
 * Removes what a user may have very much of, yielding to other calls in between: transactions, the history of alerts, and
 * files. The rest can be deleted by cascade.
 */
export async function removeRowsOfUser(tx: Tx, userId: string): Promise<void> {
  await removeTransactionsOfUser(tx, userId);
  await removeImports(tx, (query) =>
    query.where('portfolio_id', 'in', (row) =>
      row.selectFrom('portfolios').select('portfolios.id').where('user_id', '=', userId),
    ),
  );
  for (;;) {
    const found = tx
      .selectFrom('alert_firings')
      .select('id')
      .where('user_id', '=', userId)
      .limit(firingsAtOnce);
    const { numDeletedRows } = await tx
      .deleteFrom('alert_firings')
      .where('id', 'in', found)
      .executeTakeFirst();
    if (numDeletedRows < BigInt(firingsAtOnce)) return;
    await giveWay();
  }
}
