import type { Wallet } from '#contract/ledger/settings.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { TransactionRow } from '../../ledger/transactions/transaction-row.ts';
import { type LedgerPlan, planLedger } from '../algebra/plan-ledger.ts';
import type { ImportRecord, ImportStore } from '../store.ts';
import { type Answers, answersOf, type LoadedFile, leftOutOf, loadFile } from './file-service.ts';
import type { ImportedRow, ImportedRowsStore } from './imported-rows-store.ts';
import { createWalletNames, type WalletNames } from './wallet-names.ts';

/** The ledger that a portfolio's files make, beside what is stored. */
export interface PortfolioPlan {
  /** Of the stored ledger when it was read. */
  readonly revision: number;
  readonly files: readonly LoadedFile[];
  readonly wallets: WalletNames;
  readonly plan: LedgerPlan;
  /** Rows of files, also those that the user deleted. */
  readonly imported: readonly ImportedRow[];
  /** What the user entered. */
  readonly own: readonly TransactionRow[];
  /** Keys of rows that stay out, by answer. */
  readonly leftOut: ReadonlySet<string>;
}

/** The plan that was made last: a preview, its pages and what is applied of it are of one plan. */
export interface KeptPlan {
  last: { readonly key: string; readonly plan: PortfolioPlan } | undefined;
}

export interface PortfolioPlanDeps {
  readonly db: Database;
  readonly store: ImportStore;
  readonly rows: ImportedRowsStore;
  readonly wallets: { list(db: Database, portfolioId: string): Promise<Wallet[]> };
  /** Without it each call plans anew. */
  readonly kept?: KeptPlan;
}

export interface PlannedFiles {
  /** To be added; undefined: none. */
  readonly added?: ImportRecord | undefined;
  /** The id of an import that is to be undone. */
  readonly without?: string | undefined;
}

/** All that a plan is made of and that can change without the others. */
interface PlanBasis {
  readonly portfolioId: string;
  readonly revision: number;
  readonly records: readonly ImportRecord[];
  readonly wallets: readonly Wallet[];
  /** By the names that files use. */
  readonly named: ReadonlyMap<string, string>;
}

export async function planPortfolio(
  deps: PortfolioPlanDeps,
  portfolioId: string,
  planned: PlannedFiles,
): Promise<PortfolioPlan> {
  const { kept } = deps;
  const basis = await readBasis(deps, portfolioId, planned);
  if (!kept) return makePlan(deps, basis);
  const key = keyOfBasis(basis);
  const known = kept.last;
  // Before another one is made: two at a time take twice the memory.
  kept.last = undefined;
  const plan = known?.key === key ? renewRecords(known.plan, basis) : await makePlan(deps, basis);
  kept.last = { key, plan };
  return plan;
}

async function readBasis(
  { db, store, rows, wallets }: PortfolioPlanDeps,
  portfolioId: string,
  { added, without }: PlannedFiles,
): Promise<PlanBasis> {
  // First: what is read after it may be newer, and the plan is then refused when it is applied.
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
  };
}

const keyOfBasis = ({ portfolioId, revision, records, wallets, named }: PlanBasis): string =>
  JSON.stringify([
    portfolioId,
    revision,
    records.map(({ id, answers, coins, left_out }) => [id, answers, coins, left_out]),
    wallets,
    [...named],
  ]);

/** States and counts of the files may be others than when the plan was made. */
const renewRecords = (plan: PortfolioPlan, { records }: PlanBasis): PortfolioPlan => ({
  ...plan,
  files: plan.files.map((file, place) => ({ ...file, record: records[place]! })),
});

async function makePlan(
  { db, store, rows }: PortfolioPlanDeps,
  { portfolioId, revision, records, wallets, named }: PlanBasis,
): Promise<PortfolioPlan> {
  const names = createWalletNames(wallets, named);
  const files: LoadedFile[] = [];
  for (const record of records)
    files.push(await loadFile({ store, findWallet: (of, name) => names.find(of, name) }, db, record));
  const imported = await rows.listImported(db, portfolioId);
  const fixed = new Set(imported.filter(isFixed).map(keyOfRow));
  const joins = await rows.listJoins(db, portfolioId);
  const plan = planLedger(
    files.map(({ file }) => file),
    {
      answers: mergeAnswers(records),
      fixed,
      joined: new Map([...joins].filter(([key]) => fixed.has(key))),
    },
  );
  return {
    revision,
    files,
    wallets: names,
    plan,
    imported,
    own: await rows.listEntered(db, portfolioId),
    leftOut: new Set(records.flatMap(leftOutOf)),
  };
}

/** The user edited or deleted it: then it stays as it is. */
export const isFixed = ({ deleted_at, created_at, updated_at }: ImportedRow): boolean =>
  deleted_at !== null || updated_at !== created_at;

export const keyOfRow = ({ row_key }: ImportedRow): string => row_key.slice(1);

/** Of all files: the latest answer to a question counts. */
function mergeAnswers(records: readonly ImportRecord[]): ReadonlyMap<string, string> {
  const merged: Record<string, string> = {};
  for (const record of records) Object.assign(merged, answersOf(record) satisfies Answers);
  return new Map(Object.entries(merged));
}
