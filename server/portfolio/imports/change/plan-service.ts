import type { Wallet } from '#contract/ledger/wallets.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import type { MovedSide } from '../algebra/match-transfers.ts';
import { type LedgerPlan, planLedger } from '../algebra/plan-ledger.ts';
import { createEnteredSides, createEnteredTransfers } from '../questions/entered-rows.ts';
import type { ImportStore, PlannedImport } from '../store.ts';
import { type Answers, answersOf, type LoadedFile, leftOutOf, loadFile } from './file-service.ts';
import type { ImportedRow, ImportedRowsStore } from './imported-rows-store.ts';
import { createWalletNames, type WalletNames } from './wallet-names.ts';

/** The ledger that a portfolio's files result in, and the stored one. */
export interface PortfolioPlan {
  /** The ledger revision when it was read. */
  readonly revision: number;
  readonly files: readonly LoadedFile[];
  readonly wallets: WalletNames;
  readonly ledger: LedgerPlan;
  /** Rows from files, including those the user deleted. */
  readonly imported: readonly ImportedRow[];
  /** Entries by the user. */
  readonly own: readonly TransactionRow[];
  /** Keys of rows that the answers exclude. */
  readonly leftOut: ReadonlySet<string>;
  /** By planned key: the wallets of rows that the user edited into transfers between two own wallets. */
  readonly moved: ReadonlyMap<string, MovedSide>;
}

/** Caches the latest plan, which a preview, its pages and applying it share. */
export interface PlanCache {
  last: { readonly key: string; readonly plan: PortfolioPlan } | undefined;
}

export interface PortfolioPlanDeps {
  readonly db: Database;
  readonly store: ImportStore;
  readonly rows: ImportedRowsStore;
  readonly wallets: { list(db: Database, portfolioId: string): Promise<Wallet[]> };
  /** Without it each call computes a new plan. */
  readonly cache?: PlanCache;
}

export interface PlannedFiles {
  /** The import to add, if any. */
  readonly added?: PlannedImport | undefined;
  /** The id of an import to undo. */
  readonly without?: string | undefined;
  /** Further keys of rows that the user edited or deleted: those that they have without the undone import. */
  readonly fixed?: readonly string[] | undefined;
}

/** Everything a plan depends on. */
interface PlanBasis {
  readonly portfolioId: string;
  readonly revision: number;
  readonly records: readonly PlannedImport[];
  readonly wallets: readonly Wallet[];
  /** Wallet ids by the names used in files. */
  readonly named: ReadonlyMap<string, string>;
  readonly fixed: readonly string[];
}

/** Plans the ledger that results from a portfolio's applied files, with one import added or left out. */
export async function planPortfolio(
  deps: PortfolioPlanDeps,
  portfolioId: string,
  planned: PlannedFiles,
): Promise<PortfolioPlan> {
  const { cache } = deps;
  const basis = await readBasis(deps, portfolioId, planned);
  if (!cache) return makePlan(deps, basis);
  const key = keyOfBasis(basis);
  const known = cache.last;
  // Drop it before making another: two plans at a time would double the memory.
  cache.last = undefined;
  const plan = known?.key === key ? renewRecords(known.plan, basis) : await makePlan(deps, basis);
  cache.last = { key, plan };
  return plan;
}

async function readBasis(
  { db, store, rows, wallets }: PortfolioPlanDeps,
  portfolioId: string,
  { added, without, fixed = [] }: PlannedFiles,
): Promise<PlanBasis> {
  // Read the revision first: if later reads are newer than it, applying the plan is refused.
  const revision = (await rows.findRevision(db, portfolioId)) ?? 0;
  const applied = (await store.listApplied(db, portfolioId)).filter(
    ({ id }) => id !== without && id !== added?.id,
  );
  return {
    portfolioId,
    revision,
    records: added ? [...applied, added] : applied,
    wallets: await wallets.list(db, portfolioId),
    named: await rows.listWallets(db, portfolioId),
    fixed,
  };
}

const keyOfBasis = ({ portfolioId, revision, records, wallets, named, fixed }: PlanBasis): string =>
  JSON.stringify([
    portfolioId,
    revision,
    records.map(({ id, answers, coins, left_out }) => [id, answers, coins, left_out]),
    wallets,
    [...named],
    fixed,
  ]);

/** The files' states and counts may have changed since the plan was made. */
const renewRecords = (plan: PortfolioPlan, { records }: PlanBasis): PortfolioPlan => ({
  ...plan,
  files: plan.files.map((file, index) => ({ ...file, record: records[index]! })),
});

async function makePlan(
  { db, store, rows }: PortfolioPlanDeps,
  { portfolioId, revision, records, wallets, named, fixed: others }: PlanBasis,
): Promise<PortfolioPlan> {
  const names = createWalletNames(wallets, named);
  const files: LoadedFile[] = [];
  for (const record of records)
    files.push(await loadFile({ store, findWallet: (of, name) => names.find(of, name) }, db, record));
  const imported = await rows.listImported(db, portfolioId);
  const leftOut = new Set(records.flatMap(leftOutOf));
  const fixed = new Set([...imported.filter(isFixed).map(keyOfRow), ...others]);
  const joins = await rows.listJoins(db, portfolioId);
  const moved = fixed.size > 0 ? await rows.listMoved(db, portfolioId) : new Map<string, MovedSide>();
  const own = await rows.listEntered(db, portfolioId);
  const isEntered = createEnteredSides(own);
  const isEnteredWhole = createEnteredTransfers(own);
  const known = new Set([...joins].flat());
  const ledger = planLedger(
    files.map(({ file }) => file),
    {
      answers: mergeAnswers(records),
      fixed,
      joined: new Map([...joins].filter(([key]) => fixed.has(key))),
      moved,
      leftOut,
      isEntered: ({ key, aliases, row }) =>
        isEntered(row) && ![key, ...aliases].some((one) => known.has(one)),
      isEnteredWhole: ({ row }) => isEnteredWhole(row),
    },
  );
  return {
    revision,
    files,
    wallets: names,
    ledger,
    imported,
    own,
    leftOut,
    moved,
  };
}

/** Whether the user edited or deleted the row; imports then leave it alone. */
export const isFixed = ({ deleted_at, created_at, updated_at }: ImportedRow): boolean =>
  deleted_at !== null || updated_at !== created_at;

/** The planned key of a stored row, which is preceded by a digit there (see `writeRowKey`). */
export const keyOfRow = ({ row_key }: ImportedRow): string => row_key.slice(1);

/** Merges the answers of all files; the latest answer to a question wins. */
export function mergeAnswers(
  records: readonly Pick<PlannedImport, 'answers'>[],
): ReadonlyMap<string, string> {
  const merged: Record<string, string> = {};
  for (const record of records) Object.assign(merged, answersOf(record) satisfies Answers);
  return new Map(Object.entries(merged));
}
