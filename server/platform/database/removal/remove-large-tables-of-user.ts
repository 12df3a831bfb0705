import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Tx } from '../transact.ts';
import { removeCoinAnswers } from './remove-coin-answers.ts';
import { removeImports } from './remove-imports.ts';
import { removeInBatches } from './remove-in-batches.ts';
import { removeTransactionsOfUser } from './remove-transactions.ts';

/** Firings removed by one statement; other calls wait some ten milliseconds for it. */
const firingsAtOnce = 500;

/** Idempotency keys removed by one statement, which takes longer with their answers. */
const keysAtOnce = 200;
/** Tax reports have up to a megabyte each. */
const reportsAtOnce = 10;

/**
 * Removes the data of which a user may have very large amounts, yielding to other calls in between: transactions, files,
 * answers about coins, tax reports, the history of alerts and idempotency keys. The rest can be deleted by cascade.
 */
export async function removeLargeTablesOfUser(tx: Tx, userId: string): Promise<void> {
  await removeTransactionsOfUser(tx, userId);
  await removeImports(tx, (query) =>
    query.where('portfolio_id', 'in', (row) =>
      row.selectFrom('portfolios').select('portfolios.id').where('user_id', '=', userId),
    ),
  );
  await removeCoinAnswers(tx, userId);
  await removeInBatches(reportsAtOnce, (count) =>
    tx
      .deleteFrom('tax_reports')
      .where('id', 'in', (query) =>
        query.selectFrom('tax_reports').select('id').where('user_id', '=', userId).limit(count),
      ),
  );
  await removeFirings(tx, userId);
  await removeInBatches(keysAtOnce, (count) =>
    tx
      .deleteFrom('idempotency_keys')
      .where('key_hash', 'in', (query) =>
        query.selectFrom('idempotency_keys').select('key_hash').where('user_id', '=', userId).limit(count),
      ),
  );
}

async function removeFirings(tx: Tx, userId: string): Promise<void> {
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
