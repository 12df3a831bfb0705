import type { Wallet } from '#contract/ledger/wallets.ts';
import { accountMaximums } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';
import type { LockedOwner } from '#server/platform/database/lock-owner.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { TransactionStore } from '../../ledger/transactions/store.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import { reserveRoom, restorableMs } from '../../ledger/transactions/write-service.ts';
import type { WalletStore } from '../../ledger/wallets/store.ts';
import { isFixedWallet } from '../../ledger/wallets/wallet-id.ts';
import { filesOf, type MergedRow } from '../algebra/import-row.ts';
import { type FileColumns, toChangedRow, toFileColumns, toNewRow } from './file-columns.ts';
import type { ImportedRowsStore } from './imported-rows-store.ts';
import type { LedgerChange } from './ledger-change.ts';
import { isFixed, keyOfRow, type PortfolioPlan } from './plan-service.ts';
import { isNewWallet } from './wallet-names.ts';

/** The ledger changed after planning; plan again. */
export class OutdatedPlan extends Error {}

export interface ApplyDeps {
  readonly transactions: TransactionStore;
  readonly wallets: Pick<WalletStore, 'list' | 'add' | 'hasName'>;
  readonly rows: ImportedRowsStore;
  readonly createId: () => string;
}

export interface PlannedChange {
  readonly userId: string;
  readonly owner: LockedOwner;
  readonly portfolioId: string;
  readonly plan: PortfolioPlan;
  readonly change: LedgerChange;
  /** The import being applied or undone; null after a merge. */
  readonly importId: string | null;
  /** Entries by the user that the file replaces. */
  readonly replaced: readonly TransactionRow[];
  /** Whether an import is undone, which restores the entries it had replaced. */
  readonly isUndone: boolean;
  /** Those of them that stay replaced: by their ids, the import that has them too. */
  readonly keptReplaced?: ReadonlyMap<string, string>;
  readonly now: Instant;
}

/**
 * Changes the stored ledger into the planned one. The owner must be locked. Returns a function to look up wallet ids.
 */
export async function applyPlan(
  deps: ApplyDeps,
  tx: Tx,
  planned: PlannedChange,
): Promise<(wallet: string) => string> {
  const { rows, transactions } = deps;
  const { userId, portfolioId, plan, change, importId, replaced, now } = planned;
  const gone = change.removed.filter(({ deleted_at }) => deleted_at === null);
  const count = change.added.length - gone.length - replaced.length;
  // A merge loses nothing, even if two accounts together exceed a limit.
  const counted =
    count > 0 && importId !== null
      ? await reserveRoom(deps, tx, userId, portfolioId, count)
      : await transactions.bumpRevision(tx, userId, portfolioId, count);
  if (counted?.revision !== plan.revision + 1) throw new OutdatedPlan();
  const { revision } = counted;
  const ids = await createWallets(deps, tx, planned);
  const resolveWallet = (wallet: string) => ids.get(wallet) ?? wallet;
  const context = { resolveWallet, hasTransaction: createLookup(plan) };
  // Rows no longer in any file must never be restorable.
  const deletedAt = now - restorableMs;
  await rows.removeRows(
    tx,
    change.removed.map(({ id }) => id),
    { deletedAt, revision },
  );
  if (importId !== null) {
    await rows.hideRows(
      tx,
      replaced.map(({ id }) => id),
      { importId, deletedAt: now, revision },
    );
    if (planned.isUndone) await restoreReplaced(deps, tx, { ...planned, importId }, revision);
  }
  const written = {
    ...context,
    ...planned,
    createId: deps.createId,
    ordinal: planned.owner.revision,
    revision,
  };
  const importOf = (merged: MergedRow) => chooseImport(merged, plan, importId);
  await replaceChanged(deps, tx, planned, {
    revision,
    toColumns: (merged) => toFileColumns(merged, context),
  });
  await rows.addRows(tx, change.added, (merged) =>
    toNewRow(merged, { ...written, importId: importOf(merged) }),
  );
  const joins = listJoins(planned, await rows.listJoins(tx, portfolioId));
  await rows.replaceJoins(tx, portfolioId, joins);
  if (planned.isUndone) await rows.removeUnusedWallets(tx, portfolioId);
  return resolveWallet;
}

async function restoreReplaced(
  { rows, transactions, wallets }: ApplyDeps,
  tx: Tx,
  { userId, portfolioId, importId, keptReplaced }: PlannedChange & { readonly importId: string },
  revision: number,
): Promise<void> {
  if (keptReplaced) await rows.passHidden(tx, keptReplaced);
  await restoreWallets(wallets, tx, portfolioId, await rows.listHidden(tx, importId));
  const count = await rows.unhideRows(tx, importId, revision);
  if (count > 0) await transactions.bumpRevision(tx, userId, portfolioId, count);
}

/** Adds the wallets of entries that were deleted while the entries were replaced. Their names are no longer known. */
async function restoreWallets(
  wallets: ApplyDeps['wallets'],
  tx: Tx,
  portfolioId: string,
  entries: readonly TransactionRow[],
): Promise<void> {
  const known = new Set((await wallets.list(tx, portfolioId)).map(({ id }) => id));
  const used = new Set(entries.flatMap(({ wallet, to_wallet }) => [wallet, to_wallet ?? wallet]));
  for (const id of used) {
    if (isFixedWallet(id) || known.has(id)) continue;
    let name = 'Deleted wallet';
    for (let count = 2; await wallets.hasName(tx, portfolioId, name); count += 1)
      name = `Deleted wallet ${count}`;
    await wallets.add(tx, portfolioId, { id, name, kind: 'other' });
  }
}

/** The import a row is attributed to: the one being applied if it has the row, else the first that has it. */
function chooseImport(merged: MergedRow, { files }: PortfolioPlan, importId: string | null): string {
  const indices = filesOf(merged);
  const own = indices.find((index) => files[index]?.record.id === importId);
  return files[own ?? indices[0]!]!.record.id;
}

/** Whether a transaction is in the portfolio. Built on first use, because few rows refer to another transaction. */
function createLookup({ imported, own }: PortfolioPlan): (id: string) => boolean {
  let known: Set<string> | undefined;
  return (id) => {
    known ??= new Set([...imported, ...own].map((row) => row.id));
    return known.has(id);
  };
}

interface Rewriting {
  readonly revision: number;
  readonly toColumns: (merged: MergedRow) => FileColumns;
}

const rewriteSize = 500;

/** Updates stored rows whose content in the files has changed. */
async function replaceChanged(
  { rows }: ApplyDeps,
  tx: Tx,
  planned: PlannedChange,
  rewriting: Rewriting,
): Promise<void> {
  const stored = [...planned.change.stored];
  for (let start = 0; start < stored.length; start += rewriteSize) {
    const some = stored.slice(start, start + rewriteSize);
    const whole = await rows.readRows(
      tx,
      some.map(([, { id }]) => id),
    );
    const byId = new Map(whole.map((row) => [row.id, row]));
    const changed = some.flatMap(
      ([merged, { id }]) => rewriteRow(merged, byId.get(id)!, planned, rewriting) ?? [],
    );
    await rows.replaceRows(tx, changed);
  }
}

/** Returns null if nothing changes. User edits and deletions are kept. */
function rewriteRow(
  merged: MergedRow,
  row: TransactionRow,
  { plan }: PlannedChange,
  { toColumns, revision }: Rewriting,
): TransactionRow | null {
  const holders = filesOf(merged).map((index) => plan.files[index]!.record.id);
  const importId = row.import_id !== null && holders.includes(row.import_id) ? row.import_id : holders[0]!;
  const columns = toColumns(merged);
  const kept = isFixed(row) ? { ...pickColumns(row, columns), row_key: columns.row_key } : columns;
  return toChangedRow(row, kept, { importId, revision });
}

function pickColumns(row: TransactionRow, columns: FileColumns): FileColumns {
  return Object.fromEntries(
    (Object.keys(columns) as (keyof FileColumns)[]).map((name) => [name, row[name]]),
  ) as FileColumns;
}

/**
 * The sides of joined transfers. An edited or deleted one stays joined if the deposit's file is undone, so that the
 * deposit counts once if the file is imported again.
 */
function listJoins({ plan, change }: PlannedChange, known: ReadonlyMap<string, string>): Map<string, string> {
  const joins = new Map<string, string>();
  for (const { key, joinedKey } of plan.ledger.rows) if (joinedKey !== undefined) joins.set(key, joinedKey);
  if (known.size === 0) return joins;
  for (const [{ key, joinedKey }, row] of change.stored) {
    const wanted = joinedKey === undefined && isFixed(row) ? known.get(keyOfRow(row)) : undefined;
    if (wanted !== undefined) joins.set(key, wanted);
  }
  return joins;
}

/** Creates the wallets that new rows need, and returns their ids. */
async function createWallets(
  { wallets, rows, createId }: ApplyDeps,
  tx: Tx,
  { portfolioId, plan, change, importId }: PlannedChange,
): Promise<Map<string, string>> {
  const named = new Set<string>();
  const used = new Set<string>();
  for (const { row } of [...change.added, ...change.stored.keys()])
    for (const wallet of [row.wallet, row.toWallet])
      if (wallet !== null) (isNewWallet(wallet) ? named : used).add(wallet);
  const ids = new Map<string, string>();
  const own: readonly Wallet[] = await wallets.list(tx, portfolioId);
  const known = new Set(own.map(({ id }) => id));
  // An empty wallet may have been deleted since, which does not change the ledger's revision.
  for (const wallet of used) if (!isFixedWallet(wallet) && !known.has(wallet)) throw new OutdatedPlan();
  if (named.size === 0) return ids;
  if (importId !== null && own.length + named.size > accountMaximums.wallets)
    throw new AppError('conflict', `A portfolio has room for ${accountMaximums.wallets} wallets.`);
  for (const wallet of named) {
    const input = plan.wallets.toInput(wallet);
    const nameKey = input.name.toLowerCase();
    const same = own.find(({ name }) => name.toLowerCase() === nameKey);
    const walletId = same?.id ?? createId();
    if (!same) await wallets.add(tx, portfolioId, { id: walletId, ...input });
    await rows.saveWallet(tx, portfolioId, { nameKey, walletId, isMade: !same });
    ids.set(wallet, walletId);
  }
  return ids;
}
