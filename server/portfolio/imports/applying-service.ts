import type { AppliedImport } from '#contract/ledger/imports.ts';
import type { Clock } from '#server/platform/clock.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { WalletStore } from '../ledger/wallets/store.ts';
import { type ApplyDeps, applyPlan, OutdatedPlan } from './change/apply-plan-service.ts';
import { type Checkpoint, findCheckpoints } from './change/checkpoints.ts';
import { answersOf, leftOutOf } from './change/file-service.ts';
import { type KeptChoices, keepChoices, noChoices } from './change/keep-choices.ts';
import { keepEdits, listLostKeys, losesEdits } from './change/keep-edits.ts';
import { findChange, type LedgerChange } from './change/ledger-change.ts';
import { findMergeChange, type MergeChange } from './change/merge-change.ts';
import { noteOtherEdits } from './change/note-other-edits-store.ts';
import { type PortfolioPlan, type PortfolioPlanDeps, planPortfolio } from './change/plan-service.ts';
import { redirectLots } from './change/redirect-lots-store.ts';
import type { MergedPortfolio, MergedPortfolioStore } from './merged-portfolio-store.ts';
import { countOpenQuestions, type Preview, previewImport } from './preview.ts';
import { replacesEntry } from './questions/entered-rows.ts';
import type { ImportRecord } from './store.ts';

export interface ApplyingDeps extends ApplyDeps, Omit<PortfolioPlanDeps, 'wallets'> {
  readonly wallets: WalletStore;
  readonly merged: MergedPortfolioStore;
  readonly clock: Clock;
}

/** For an import that doesn't exist, or is another user's. */
export const noImport = () => new AppError('not_found', 'There is no such import.');
/** For an import whose file is not read yet. */
export const stillReading = () =>
  new AppError('conflict', 'This file is still being read. Please try again in a moment.', { retryAfter: 1 });

/** Throws `OutdatedPlan` if the ledger has changed since planning. */
export async function applyOnce(
  deps: ApplyingDeps,
  userId: string,
  record: ImportRecord,
): Promise<AppliedImport> {
  const { db, store, clock } = deps;
  if (record.state === 'reading') throw stillReading();
  if (record.state === 'applied') return { added: record.added ?? 0, known: record.known ?? 0 };
  const plan = await planPortfolio(deps, record.portfolio_id, { added: record });
  const preview = previewImport(plan, record.id);
  const open = countOpenQuestions(preview);
  if (open > 0)
    throw new AppError('conflict', open === 1 ? 'One question is open.' : `${open} questions are open.`);
  const answers = answersOf(record);
  const replaced = preview.entered
    .filter((one) => replacesEntry(one, answers[one.key]))
    .map(({ own }) => own);
  const counts = { added: preview.counts.new, known: preview.counts.known };
  return transact(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const current = owner && (await store.find(tx, userId, record.id));
    if (!current) throw noImport();
    if (current.state === 'applied') return { added: current.added ?? 0, known: current.known ?? 0 };
    if (current.answers !== record.answers) throw new OutdatedPlan();
    const now = clock.now();
    const { portfolio_id: portfolioId, id: importId } = record;
    const { change } = preview;
    const planned = { userId, owner, portfolioId, plan, change, importId, replaced, isUndone: false, now };
    const walletId = await applyPlan(deps, tx, planned);
    await store.update(tx, importId, {
      state: 'applied',
      applied_at: now,
      ordinal: owner.revision,
      ...counts,
      new_count: counts.added,
      known_count: counts.known,
      question_count: 0,
      left_out: JSON.stringify(preview.leftOut),
      checkpoints: JSON.stringify(listCheckpoints(preview, walletId)),
    });
    return counts;
  });
}

/** Only those of the upload's own wallet, whose balances the file states. */
function listCheckpoints({ file, plan }: Preview, walletId: (wallet: string) => string): Checkpoint[] {
  const { record, resolved } = file;
  if (resolved.balances.length === 0) return [];
  const named = new Map(resolved.balances.map(({ row, balances }) => [row, balances]));
  const rows = resolved.rows.map((row) => ({
    row,
    balances: (named.get(row) ?? []).map(({ coin: { coinId, symbol }, amount }) => ({
      coinId,
      symbol,
      amount,
    })),
  }));
  const own = plan.wallets.find(record, null);
  return findCheckpoints(rows, own).map((point) => ({ ...point, wallet: walletId(point.wallet) }));
}

/**
 * Undoes an import, or removes one that is not applied. `finish` ends the transaction of an undo. Throws `OutdatedPlan` if
 * the ledger has changed since planning.
 */
export async function removeOnce(
  deps: ApplyingDeps,
  userId: string,
  record: ImportRecord,
  finish?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { db, store, clock } = deps;
  if (record.state !== 'applied') return removeUnapplied(deps, userId, record.id);
  const { portfolio_id: portfolioId, id: importId } = record;
  const { plan, change, kept } = await findUndoneChange(deps, record);
  return transact(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    if (!owner || !(await store.find(tx, userId, importId))) throw noImport();
    const undone = { replaced: [], isUndone: true, keptReplaced: kept.replaced, now: clock.now() };
    await applyPlan(deps, tx, { userId, owner, portfolioId, plan, change, importId, ...undone });
    for (const { record: other } of plan.files) {
      const keys = kept.leftOut.get(other.id);
      if (!keys) continue;
      const leftOut = [...new Set([...leftOutOf(other), ...keys])];
      await store.update(tx, other.id, { left_out: JSON.stringify(leftOut) });
    }
    await store.remove(tx, importId);
    await finish?.(tx);
  });
}

/**
 * Like `removeOnce`, for a merged portfolio whose files can't be compared: users can still remove the ones that prevent
 * it. If the file was applied, the others are compared again.
 */
export async function removeUncompared(
  deps: ApplyingDeps,
  userId: string,
  record: ImportRecord,
): Promise<void> {
  await removeOnce(deps, userId, record, (tx) => deps.merged.tryAgain(tx, record.portfolio_id));
}

/**
 * Changes a merged portfolio's ledger into the one that results from all its files together, unless that has been done
 * already. Throws `OutdatedPlan` if the ledger has changed since planning.
 */
export async function settleOnce(deps: ApplyingDeps, portfolio: MergedPortfolio): Promise<void> {
  const settled = await planSettled(deps, portfolio.id);
  if (settled) await transact(deps.db, (tx) => writeSettled(deps, tx, portfolio, settled));
}

/** Like `settleOnce`, within the transaction that merges accounts; for plans that take a few milliseconds. */
export async function settleWithin(deps: ApplyingDeps, tx: Tx, portfolio: MergedPortfolio): Promise<void> {
  const settled = await planSettled({ ...deps, db: tx }, portfolio.id);
  if (settled) await writeSettled(deps, tx, portfolio, settled);
}

interface SettledPlan extends MergeChange {
  readonly plan: PortfolioPlan;
}

async function planSettled(deps: ApplyingDeps, portfolioId: string): Promise<SettledPlan | undefined> {
  const moved = await deps.merged.findRevision(deps.db, portfolioId);
  if (moved === undefined) return undefined;
  const plan = await planPortfolio(deps, portfolioId, {});
  return { plan, ...findMergeChange(plan, moved) };
}

async function writeSettled(
  deps: ApplyingDeps,
  tx: Tx,
  { userId, id: portfolioId }: MergedPortfolio,
  { plan, change, kept, edited }: SettledPlan,
): Promise<void> {
  const owner = await lockOwner(tx, userId);
  if (!owner) return;
  const now = deps.clock.now();
  const ofNoImport = { importId: null, replaced: [], isUndone: false };
  await applyPlan(deps, tx, { userId, owner, portfolioId, plan, change, ...ofNoImport, now });
  const changed = { portfolioId, revision: plan.revision + 1 };
  await redirectLots(tx, kept, changed);
  await noteOtherEdits(tx, edited, changed);
  await deps.merged.remove(tx, portfolioId);
}

interface UndoneChange {
  /** The plan without the import. */
  readonly plan: PortfolioPlan;
  readonly change: LedgerChange;
  readonly kept: KeptChoices;
}

/**
 * Also makes the plan with the import if edited rows seem to be in no other file, to find out where they are, or if the
 * user's answers about its rows may concern those of other files too.
 */
async function findUndoneChange(deps: ApplyingDeps, record: ImportRecord): Promise<UndoneChange> {
  const { portfolio_id: portfolioId, id } = record;
  const without = await planPortfolio(deps, portfolioId, { without: id });
  const change = findChange(without, id);
  const leftOut = leftOutOf(record).length;
  const replaced = await deps.rows.listHidden(deps.db, id);
  const hasEdits = losesEdits(without, change);
  const mayAddLeftOut = change.added.length > 0 && leftOut + without.leftOut.size > 0;
  const hasChoices = without.files.length > 0 && (replaced.length > 0 || mayAddLeftOut);
  if (!hasEdits && !hasChoices) return { plan: without, change, kept: noChoices };
  const before = await planPortfolio(deps, portfolioId, {});
  const fixed = hasEdits ? listLostKeys(before, change) : [];
  const found = fixed.length > 0 ? await planPortfolio(deps, portfolioId, { without: id, fixed }) : without;
  if (before.revision !== without.revision || found.revision !== without.revision) throw new OutdatedPlan();
  const plan = { ...found, imported: before.imported };
  const edited = hasEdits ? keepEdits(before, plan, findChange(plan, id)) : change;
  return hasChoices
    ? { plan, ...keepChoices(before, plan, edited, { id, replaced }) }
    : { plan, change: edited, kept: noChoices };
}

/** Throws `OutdatedPlan` if it was applied in the meantime, because then its transactions must be removed too. */
async function removeUnapplied({ db, store }: ApplyingDeps, userId: string, id: string): Promise<void> {
  await transact(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const current = owner && (await store.find(tx, userId, id));
    if (!current) throw noImport();
    if (current.state === 'applied') throw new OutdatedPlan();
    await store.remove(tx, id);
  });
}
