import { accountMaximums } from '#contract/plans.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { describeMergeLimit } from '#server/platform/merge-limit.ts';
import { importLimits } from './imports/import-limits.ts';
import { sizeOfImports } from './imports/import-size-store.ts';
import { createImportStore } from './imports/store.ts';
import { createFiledReportStore } from './tax/filing/store.ts';

interface MergedPortfolio {
  readonly id: string;
  readonly name: string;
  readonly isOwn: boolean;
}

/**
 * Finds out whether the portfolios, wallets, imported files and filed reports of accounts fit into another account: if
 * not, returns why, and what to do. An account that is over a limit already can be merged with one that adds nothing.
 */
export async function findCountObstacle(
  tx: Tx,
  fromUserIds: readonly string[],
  toUserId: string,
): Promise<string | undefined> {
  const added = await listMoving(tx, fromUserIds);
  const own = (await listAll(tx, toUserId)).map((portfolio) => ({ ...portfolio, isOwn: true }));
  const byName = Map.groupBy([...own, ...added], ({ name }) => name);
  const max = accountMaximums.portfolios;
  const isNew = (same: readonly MergedPortfolio[]) => !same.some(({ isOwn }) => isOwn);
  const newCount = [...byName.values()].filter(isNew).length;
  if (newCount > 0 && own.length + newCount > max) return describeMergeLimit(max, 'portfolios');
  const joined = [...byName].filter(([, same]) => same.length > 1 && same.some(({ isOwn }) => !isOwn));
  for (const [name, same] of joined) {
    const obstacle = await findWalletObstacle(tx, name, same);
    if (obstacle !== undefined) return obstacle;
  }
  return (
    (await findImportObstacle(tx, { fromUserIds, toUserId, joined })) ??
    (await findReportObstacle(tx, fromUserIds, toUserId))
  );
}

const listAll = (tx: Tx, userId: string) =>
  tx.selectFrom('portfolios').select(['id', 'name']).where('user_id', '=', userId).execute();

/** The portfolios that a merge moves: all but the empty ones. */
async function listMoving(tx: Tx, userIds: readonly string[]): Promise<MergedPortfolio[]> {
  const rows = await tx
    .selectFrom('portfolios')
    .select(['id', 'name'])
    .where('user_id', 'in', userIds)
    .where(({ or, exists, selectFrom }) =>
      or(
        (['transactions', 'wallets', 'imports'] as const).map((table) =>
          exists(selectFrom(table).select('id').whereRef('portfolio_id', '=', 'portfolios.id')),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({ ...row, isOwn: false }));
}

async function findWalletObstacle(
  tx: Tx,
  name: string,
  same: readonly MergedPortfolio[],
): Promise<string | undefined> {
  const count = async (portfolios: readonly MergedPortfolio[]) => {
    if (portfolios.length === 0) return 0;
    const row = await tx
      .selectFrom('wallets')
      .select(({ fn }) => fn.count<string | number>('name_key').distinct().as('count'))
      .where(
        'portfolio_id',
        'in',
        portfolios.map(({ id }) => id),
      )
      .executeTakeFirstOrThrow();
    return Number(row.count);
  };
  const all = await count(same);
  if (all <= accountMaximums.wallets || all === (await count(same.filter(({ isOwn }) => isOwn)))) return;
  return describeMergeLimit(accountMaximums.wallets, 'wallets', {
    what: 'A portfolio',
    advice: `Rename the portfolio “${name}”, or delete some of its wallets`,
  });
}

async function findImportObstacle(
  tx: Tx,
  {
    fromUserIds,
    toUserId,
    joined,
  }: {
    fromUserIds: readonly string[];
    toUserId: string;
    joined: readonly (readonly [string, readonly MergedPortfolio[]])[];
  },
): Promise<string | undefined> {
  const store = createImportStore();
  const added = (await Promise.all(fromUserIds.map((id) => store.count(tx, id)))).flat();
  if (added.length === 0) return undefined;
  const all = [...added, ...(await store.count(tx, toUserId))];
  const sum = (counts: typeof all, state: 'applied' | 'unapplied') =>
    counts.reduce((total, count) => total + count[state], 0);
  const { unapplied, unappliedOfUser, applied, comparedRows, bytes } = importLimits;
  let size = 0;
  for (const id of [...fromUserIds, toUserId]) size += await sizeOfImports(tx, id);
  if (size > bytes)
    return describeMergeLimit(bytes / 1024 / 1024, 'MB of imported files', { advice: 'Remove some of them' });
  const waiting = 'files that are not applied';
  if (sum(added, 'unapplied') > 0 && sum(all, 'unapplied') > unappliedOfUser)
    return describeMergeLimit(unappliedOfUser, waiting);
  for (const [name, same] of joined) {
    const ids = new Set(same.map(({ id }) => id));
    const isHere = ({ portfolioId }: { readonly portfolioId: string }) => ids.has(portfolioId);
    if (!added.some(isHere)) continue;
    const place = {
      what: 'A portfolio',
      advice: `Rename the portfolio “${name}”, or undo some of its files`,
    };
    const here = all.filter(isHere);
    if (sum(here, 'unapplied') > unapplied) return describeMergeLimit(unapplied, waiting, place);
    if (sum(here, 'applied') > applied) return describeMergeLimit(applied, 'files', place);
    if (sum(added.filter(isHere), 'applied') === 0) continue;
    let rows = 0;
    for (const id of ids) rows += await store.countAppliedRows(tx, id);
    if (rows > comparedRows) return describeMergeLimit(comparedRows, 'rows of applied files', place);
  }
  return undefined;
}

async function findReportObstacle(
  tx: Tx,
  fromUserIds: readonly string[],
  toUserId: string,
): Promise<string | undefined> {
  const { sizeOfUser } = createFiledReportStore(tx);
  let [count, bytes] = [0, 0];
  for (const id of fromUserIds) {
    const size = await sizeOfUser(tx, id);
    count += size.count;
    bytes += size.bytes;
  }
  if (count === 0) return undefined;
  const own = await sizeOfUser(tx, toUserId);
  const { taxReports, taxReportBytes } = accountMaximums;
  if (count + own.count > taxReports) return describeMergeLimit(taxReports, 'filed tax reports');
  const isOver = bytes + own.bytes > taxReportBytes;
  return isOver ? describeMergeLimit(taxReportBytes / 1024 / 1024, 'MB of filed tax reports') : undefined;
}
