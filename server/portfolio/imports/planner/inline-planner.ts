import { AppError } from '#server/platform/http/app-error.ts';
import { filesIncomparable } from '../../ledger/transactions/ledger-source-store.ts';
import {
  type ApplyingDeps,
  applyOnce,
  noImport,
  removeOnce,
  removeUncompared,
  settleOnce,
} from '../applying-service.ts';
import { OutdatedPlan } from '../change/apply-plan-service.ts';
import { planPortfolio } from '../change/plan-service.ts';
import {
  countOpenQuestions,
  describePreview,
  listEdited,
  listItems,
  type Preview,
  previewImport,
  stateOf,
} from '../preview.ts';
import type { ImportRecord } from '../store.ts';
import type { ImportKey, ImportPlanner } from './import-planner.ts';

const maxAttempts = 5;

const changedMeanwhile = () =>
  new AppError('conflict', 'The portfolio was changed at the same time. Please try again.', {
    retryAfter: 1,
  });

/** Plans in the thread that it is called in. */
export function createInlinePlanner(deps: ApplyingDeps): ImportPlanner {
  const { db, store } = deps;

  async function findRecord({ userId, id }: ImportKey): Promise<ImportRecord> {
    const record = await store.find(db, userId, id);
    if (!record) throw noImport();
    return record;
  }

  /**
   * Finds an import, after settling its portfolio: before that, a change could keep either of two repeated rows, and lose
   * the lots that name the other. Throws `conflict` if that failed too often: it would hold up the imports of others again.
   */
  async function findSettled(key: ImportKey): Promise<ImportRecord> {
    const record = await findRecord(key);
    if (await deps.merged.isGivenUp(db, record.portfolio_id)) throw filesIncomparable();
    await settleOnce(deps, { userId: key.userId, id: record.portfolio_id });
    return record;
  }

  async function remove(key: ImportKey): Promise<void> {
    const record = await findRecord(key);
    if (await deps.merged.isGivenUp(db, record.portfolio_id))
      return removeUncompared(deps, key.userId, record);
    return removeOnce(deps, key.userId, await findSettled(key));
  }

  const preview = async (record: ImportRecord) =>
    previewImport(await planPortfolio(deps, record.portfolio_id, { added: record }), record.id);

  /** Retries with a new plan if the ledger changed during planning. */
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof OutdatedPlan)) throw error;
        if (count >= maxAttempts) throw changedMeanwhile();
      }
    }
  }

  const turns = new Map<string, Promise<unknown>>();

  /** Runs a user's changes one after another, because each outdates the plans of the others. */
  async function change<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(userId) ?? Promise.resolve()).then(() => attempt(work));
    const ended = turn.catch(() => undefined);
    turns.set(userId, ended);
    try {
      return await turn;
    } finally {
      if (turns.get(userId) === ended) turns.delete(userId);
      // The ledger has changed.
      if (deps.cache) deps.cache.last = undefined;
    }
  }

  return {
    async preview(key) {
      const record = await findRecord(key);
      return describePreview(await saveCounts(deps, await preview(record)), record);
    },
    async listPage(key, { start, limit }) {
      const record = await findRecord(key);
      const found = await preview(record);
      const end = start + limit;
      const { items, count } = listItems(found, start, end);
      return {
        ...describePreview(found, record),
        items,
        edited: await listEdited(found, (ids) => deps.rows.readRows(db, ids)),
        nextCursor: count > end ? String(end) : null,
      };
    },
    apply: (key) => change(key.userId, async () => applyOnce(deps, key.userId, await findSettled(key))),
    remove: (key) => change(key.userId, () => remove(key)),
    settle: (portfolio) => change(portfolio.userId, () => settleOnce(deps, portfolio)),
  };
}

/** Saves counts and state for the list of imports. What was applied while it was previewed stays applied. */
async function saveCounts({ db, store }: ApplyingDeps, preview: Preview): Promise<Preview> {
  const { record } = preview.file;
  await store.updateUnapplied(db, record.id, {
    state: stateOf(preview),
    new_count: preview.counts.new,
    known_count: preview.counts.known,
    question_count: countOpenQuestions(preview),
  });
  return preview;
}
