import type {
  Import,
  ImportFormat,
  ImportItem,
  ImportItemLeg,
  ImportPage,
  ImportProblem,
  ImportQuestion,
  ImportState,
  Imports,
} from '#contract/ledger/imports.ts';
import { type TransactionRow, toTransaction } from '../ledger/transactions/transaction-row.ts';
import { filesOf, isInFile, type MergedRow } from './algebra/import-row.ts';
import { directionOf } from './algebra/row-identity.ts';
import { answersOf, isMonthFirst, type LoadedFile } from './change/file-service.ts';
import { findChange, type LedgerChange } from './change/ledger-change.ts';
import { isFixed, type PortfolioPlan } from './change/plan-service.ts';
import { isNewWallet } from './change/wallet-names.ts';
import { instantOf } from './drafts/resolve-drafts.ts';
import {
  type EnteredRow,
  findEnteredRows,
  findUnchangedRows,
  leavesRowOut,
} from './questions/entered-rows.ts';
import { listQuestions } from './questions/list-questions.ts';
import { type Draft, type DraftLeg, elsewhere as elsewhereName } from './readers/draft.ts';
import type { ImportRecord, ListedImport } from './store.ts';

/** What an import would change, and its questions. */
export interface Preview {
  readonly file: LoadedFile;
  readonly plan: PortfolioPlan;
  readonly change: LedgerChange;
  /** The transfers of which the ledger has only one side, and this import the other. */
  readonly completed: ReadonlySet<MergedRow>;
  readonly questions: readonly ImportQuestion[];
  readonly entered: readonly EnteredRow[];
  /** Keys of rows that this import's answers keep out of the ledger. */
  readonly leftOut: readonly string[];
  readonly counts: { readonly new: number; readonly known: number };
}

/** `plan` must include the import. */
export function previewImport(plan: PortfolioPlan, importId: string): Preview {
  const index = plan.files.findIndex(({ record }) => record.id === importId);
  const file = plan.files[index]!;
  const answers = answersOf(file.record);
  const isOfFile = (merged: MergedRow) => isInFile(merged, index);
  const first = findChange(plan);
  const added = first.added.filter(isOfFile);
  const isApplied = file.record.state === 'applied';
  const isOwnExport = file.record.format === 'altimeter';
  const unchanged = new Set(isOwnExport && !isApplied ? findUnchangedRows(plan.own, added) : []);
  const newRows = added.filter((merged) => !unchanged.has(merged));
  const entered = isApplied ? [] : findEnteredRows(plan.own, newRows);
  const leftOut = [
    ...[...unchanged].map(({ key }) => key),
    ...entered.flatMap((one) => (one.merged && leavesRowOut(one, answers[one.key]) ? [one.merged.key] : [])),
  ];
  const change =
    leftOut.length === 0 ? first : findChange({ ...plan, leftOut: new Set([...plan.leftOut, ...leftOut]) });
  const completed = new Set(isApplied ? [] : findCompleted(change, index));
  const count = change.added.reduce((sum, merged) => sum + Number(isOfFile(merged)), completed.size);
  const ownCount = plan.ledger.rows.reduce((sum, merged) => sum + Number(isOfFile(merged)), 0);
  return {
    file,
    plan,
    change,
    completed,
    questions: listQuestions(file, plan, entered),
    entered,
    leftOut,
    counts: { new: count, known: ownCount - count },
  };
}

/** Transfers in the ledger that have one of their sides in this file alone. What the user edited stays as it is. */
function findCompleted({ stored }: LedgerChange, index: number): MergedRow[] {
  return [...stored].flatMap(([merged, row]) =>
    merged.joinedKey !== undefined && !isFixed(row) && sidesOnlyIn(merged, index).length > 0 ? [merged] : [],
  );
}

/** Of a joined transfer: the sides that no other file has. */
function sidesOnlyIn({ sources }: MergedRow, index: number): ('in' | 'out')[] {
  return (['in', 'out'] as const).filter((side) => {
    const own = sources.filter(({ row }) => directionOf(row) === side);
    return own.length > 0 && own.every(({ file }) => file === index);
  });
}

/** The number of questions without an answer. */
export const countOpenQuestions = ({ questions }: Pick<Preview, 'questions'>): number =>
  questions.filter(({ answer }) => answer === null).length;

/** The state of an import whose file has been read. */
export function stateOf({ file, questions }: Pick<Preview, 'file' | 'questions'>): ImportState {
  if (file.record.state === 'applied') return 'applied';
  if (file.resolved.count === 0) return 'empty';
  return countOpenQuestions({ questions }) > 0 ? 'questions' : 'ready';
}

const writeInstant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function describeRecord(record: ListedImport): Omit<Import, 'problems' | 'questions'> {
  const { format, state } = record;
  return {
    id: record.id,
    portfolioId: record.portfolio_id,
    format: format as ImportFormat,
    fileName: record.file_name,
    state: state as ImportState,
    rows: record.rows,
    transactions: { new: record.new_count, known: record.known_count },
    ignored: record.ignored,
    from: writeInstant(record.from_at),
    to: writeInstant(record.to_at),
    createdAt: writeInstant(record.created_at)!,
    appliedAt: writeInstant(record.applied_at),
  };
}

/** Describes an import for the list of a portfolio's imports. */
export const describeForList = (record: ListedImport): Imports[number] => ({
  ...describeRecord(record),
  added: record.added,
  problems: record.problem_count,
  questions: record.question_count,
});

/** Describes an import whose file is still being read. */
export const describeReading = (record: ListedImport): Import => ({
  ...describeRecord(record),
  problems: [],
  questions: [],
});

const problemsOf = ({ problems }: Pick<ImportRecord, 'problems'>): ImportProblem[] =>
  JSON.parse(problems) as ImportProblem[];

/** Questions per response; the rest follow once these are answered. A hundred thousand would take tens of megabytes. */
const maxQuestions = 1000;

function listFirst(questions: readonly ImportQuestion[]): ImportQuestion[] {
  if (questions.length <= maxQuestions) return [...questions];
  const isOpen = ({ answer }: ImportQuestion) => answer === null;
  return [...questions.filter(isOpen), ...questions.filter((one) => !isOpen(one))].slice(0, maxQuestions);
}

/** `stored` is the previewed import. */
export function describePreview(preview: Preview, stored: Pick<ImportRecord, 'problems'>): Import {
  const { record } = preview.file;
  const isApplied = record.state === 'applied';
  return {
    ...describeRecord(record),
    state: stateOf(preview),
    transactions: isApplied
      ? { new: record.added ?? 0, known: record.known ?? 0 }
      : { new: preview.counts.new, known: preview.counts.known },
    problems: problemsOf(stored),
    questions: listFirst(preview.questions),
  };
}

type Listed = MergedRow | { readonly draft: Draft; readonly state: 'question' | 'skipped' };

/** The file's transactions as they would be added, in file order: from `start` to `end` (exclusive), and the total. */
export function listItems(
  { file, plan, change, completed, questions }: Preview,
  start: number,
  end: number,
): { readonly items: ImportItem[]; readonly count: number } {
  const index = plan.files.indexOf(file);
  const linesOf = (item: Listed) => ('draft' in item ? item.draft.lines : linesIn(item, index));
  const { waiting, skipped } = file.resolved;
  const listed: Listed[] = [
    ...plan.ledger.rows.filter((merged) => isInFile(merged, index) && linesIn(merged, index).length > 0),
    ...waiting.map((draft) => ({ draft, state: 'question' as const })),
    ...skipped.map((draft) => ({ draft, state: 'skipped' as const })),
  ];
  const shown = pickByLine(listed, (item) => linesOf(item)[0] ?? 0, { start, end });
  const isShown = new Set(shown);
  const isNew = new Set([...change.added, ...completed].filter((merged) => isShown.has(merged)));
  const openLines = new Set(questions.filter(({ answer }) => answer === null).flatMap(({ lines }) => lines));
  const stateOfRow = (merged: MergedRow, lines: readonly number[]): ImportItem['state'] => {
    if (isNew.has(merged)) return lines.some((line) => openLines.has(line)) ? 'question' : 'new';
    return 'known';
  };
  const describe = (item: Listed): ImportItem => {
    if ('draft' in item) return describeDraft(file, item.draft, item.state, plan);
    const lines = linesOf(item);
    return { ...describeRow(item, plan), state: stateOfRow(item, lines), lines: [...lines] };
  };
  return { items: shown.map(describe), count: listed.length };
}

/** Items from `start` to `end` in the order of their lines. Sorts numbers, which take less memory than a list of items. */
function pickByLine<T>(
  items: readonly T[],
  lineOf: (item: T) => number,
  { start, end }: { readonly start: number; readonly end: number },
): T[] {
  const lines = Float64Array.from(items, lineOf);
  const order = new Uint32Array(items.length).map((_, place) => place);
  order.sort((a, b) => lines[a]! - lines[b]! || a - b);
  return Array.from(order.subarray(start, end), (place) => items[place]!);
}

/** The lines of one file that a row comes from, ascending. */
function linesIn(merged: MergedRow, index: number): readonly number[] {
  if (merged.onlyFile === index) return merged.row.lines;
  const own = merged.sources.filter(({ file }) => file === index);
  if (own.length === 1) return own[0]!.row.lines;
  return own.flatMap(({ row }) => row.lines).sort((a, b) => a - b);
}

/** How many edited transactions are listed: enough to recognize them. */
const maxEdited = 20;

/**
 * For an applied import: transactions edited by hand that undoing it removes, because no other file has them, or has their
 * withdrawal.
 */
export async function listEdited(
  { file, plan, change }: Preview,
  readRows: (ids: readonly string[]) => Promise<TransactionRow[]>,
): Promise<ImportPage['edited']> {
  const { id, state } = file.record;
  if (state !== 'applied') return { count: 0, transactions: [] };
  const index = plan.files.indexOf(file);
  const rows = [...change.stored].flatMap(([merged, row]) => {
    if (row.deleted_at !== null || !isFixed(row)) return [];
    if (merged.joinedKey !== undefined && sidesOnlyIn(merged, index).includes('out')) return [row];
    return row.import_id === id && filesOf(merged).every((one) => one === index) ? [row] : [];
  });
  rows.sort((a, b) => b.occurred_at - a.occurred_at || (a.id < b.id ? 1 : -1));
  const named = rows.slice(0, maxEdited).map((row) => row.id);
  const whole = new Map((await readRows(named)).map((row) => [row.id, toTransaction(row)]));
  const transactions = named.flatMap((transactionId) => {
    const found = whole.get(transactionId);
    if (!found) return [];
    const { type, occurredAt, in: into, out } = found;
    return [{ transactionId, type, occurredAt, in: into, out }];
  });
  return { count: rows.length, transactions };
}

function describeRow(
  { key, row }: MergedRow,
  { wallets }: PortfolioPlan,
): Omit<ImportItem, 'state' | 'lines'> {
  const idOf = (wallet: string) => (isNewWallet(wallet) ? null : wallet);
  return {
    key,
    type: row.type,
    kind: row.kind,
    occurredAt: new Date(row.at).toISOString(),
    in: row.in,
    out: row.out,
    fee: row.fee,
    value: row.value,
    wallet: idOf(row.wallet),
    walletName: wallets.nameOf(row.wallet),
    toWallet: row.toWallet === null ? null : idOf(row.toWallet),
    toWalletName: row.toWallet === null ? null : wallets.nameOf(row.toWallet),
    externalId: row.externalId,
    note: row.note,
    acquiredAt: writeInstant(row.acquiredAt),
  };
}

function describeDraft(
  { record }: LoadedFile,
  draft: Draft,
  state: 'question' | 'skipped',
  { wallets }: PortfolioPlan,
): ImportItem {
  const nameOf = (name: string | null) =>
    name === elsewhereName ? name : wallets.nameOf(wallets.find(record, name));
  const isTransfer = draft.type === 'transfer';
  return {
    key: `line:${draft.lines.join('+')}`.slice(0, 200),
    state,
    lines: [...draft.lines],
    type: draft.type,
    kind: draft.type === 'income' ? (draft.kind ?? 'other') : null,
    occurredAt: new Date(instantOf(draft, isMonthFirst(record))).toISOString(),
    ...legsOf(draft),
    value: draft.value,
    wallet: null,
    walletName: nameOf(draft.wallet),
    toWallet: null,
    toWalletName: isTransfer ? nameOf(draft.toWallet) : null,
    externalId: draft.externalId,
    note: draft.note,
    acquiredAt: writeInstant(draft.acquiredAt),
  };
}

function legsOf({ in: into, out, fee }: Draft): Pick<ImportItem, 'in' | 'out' | 'fee'> {
  const toLeg = (leg: DraftLeg | null): ImportItemLeg | null => {
    if (leg === null || 'currency' in leg) return leg;
    return { coinId: leg.coinId, symbol: leg.ticker, name: leg.name, amount: leg.amount };
  };
  return { in: toLeg(into), out: toLeg(out), fee: toLeg(fee) };
}
