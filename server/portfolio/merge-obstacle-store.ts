import { sql } from 'kysely';
import { accountMaximums } from '#contract/plans.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { describeMergeLimit, orSignOut } from '#server/platform/merge-limit.ts';
import { maxNamedLotCharacters } from './ledger/engine/named-lots-budget.ts';

/**
 * Finds out whether the ledgers of accounts fit into another account together: if not, returns why, and what to do.
 * Compares stored counts, and sums lots only where two ledgers become one.
 */
export async function findLedgerObstacle(
  tx: Tx,
  fromUserIds: readonly string[],
  toUserId: string,
): Promise<string | undefined> {
  const added = await listCounted(tx, fromUserIds);
  if (added.length === 0) return undefined;
  const own = await listCounted(tx, [toUserId]);
  if (sum(added) + sum(own) > accountMaximums.transactionsOfAccount)
    return describeMergeLimit(accountMaximums.transactionsOfAccount, 'transactions');
  for (const [name, same] of Map.groupBy([...own, ...added], (portfolio) => portfolio.name)) {
    if (same.length === 1 || !same.some((portfolio) => added.includes(portfolio))) continue;
    if (sum(same) > accountMaximums.transactions)
      return describeMergeLimit(accountMaximums.transactions, 'transactions', {
        what: 'A portfolio',
        advice: renameOrDelete(name),
      });
    const ids = same.map(({ id }) => id);
    if ((await sumLots(tx, ids)) > maxNamedLotCharacters)
      return `The transactions of both portfolios “${name}” name too many lots for one portfolio. ${renameOrDelete(name)}${orSignOut}`;
  }
  return undefined;
}

/** The portfolios with transactions. */
function listCounted(
  tx: Tx,
  userIds: readonly string[],
): Promise<{ id: string; name: string; count: number }[]> {
  return tx
    .selectFrom('portfolios')
    .select(['id', 'name', 'transaction_count as count'])
    .where('user_id', 'in', userIds)
    .where('transaction_count', '>', 0)
    .execute();
}

/** The length of all lots that the portfolios' transactions name, as stored. */
async function sumLots(tx: Tx, portfolioIds: readonly string[]): Promise<number> {
  const { length } = await tx
    .selectFrom('transactions')
    .select(sql<number | string | null>`sum(octet_length(lots))`.as('length'))
    .where('portfolio_id', 'in', portfolioIds)
    .where('lots', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(length ?? 0);
}

const sum = (portfolios: readonly { count: number }[]) =>
  portfolios.reduce((total, { count }) => total + count, 0);
const renameOrDelete = (name: string) => `Rename the portfolio “${name}”, or delete some of its transactions`;
