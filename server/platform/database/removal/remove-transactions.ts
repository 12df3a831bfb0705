import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Tx } from '../transact.ts';

type FoundTransactions = SelectQueryBuilder<Tables, 'transactions', { id: string }>;

/** Rows removed by one statement; other calls wait some tens of milliseconds for it. */
const rowsAtOnce = 300;

/**
 * Removes transactions, yielding to other calls in between. An account may have a million, and removing them in one
 * statement, or by cascade, would block the embedded database for seconds.
 */
export async function removeTransactions(
  tx: Tx,
  where: (query: FoundTransactions) => FoundTransactions,
): Promise<void> {
  for (;;) {
    const found = where(tx.selectFrom('transactions').select('transactions.id')).limit(rowsAtOnce);
    const { numDeletedRows } = await tx
      .deleteFrom('transactions')
      .where('id', 'in', found)
      .executeTakeFirst();
    if (numDeletedRows < BigInt(rowsAtOnce)) return;
    await yieldToEventLoop();
  }
}

export function removeTransactionsOfUser(tx: Tx, userId: string): Promise<void> {
  return removeTransactions(tx, (query) =>
    query.where('portfolio_id', 'in', (row) =>
      row.selectFrom('portfolios').select('portfolios.id').where('user_id', '=', userId),
    ),
  );
}
