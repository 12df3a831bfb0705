import { setTimeout } from 'node:timers/promises';
import type {
  AppliedImport,
  Import,
  ImportFields,
  ImportFormat,
  ImportFormats,
  ImportPage,
  ImportQuery,
  Imports,
} from '#contract/ledger/imports.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { CoinDirectory } from '#server/market/directory/coin-directory.ts';
import type { FindCoin } from '#server/market/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { TransactionStore } from '../ledger/transactions/store.ts';
import type { WalletStore } from '../ledger/wallets/store.ts';
import { isFixedWallet } from '../ledger/wallets/wallet-id.ts';
import type { PortfolioStore } from '../store.ts';
import { type ApplyDeps, applyPlan, OutdatedPlan } from './change/apply-plan.ts';
import { answersOf, choicesOf, spanOf } from './change/import-files.ts';
import type { ImportedRowsStore } from './change/imported-rows-store.ts';
import { findChange } from './change/ledger-change.ts';
import { planPortfolio } from './change/portfolio-plan.ts';
import type { CoinAnswerStore } from './coins/coin-answer-store.ts';
import { collectUses } from './coins/collect-uses.ts';
import type { IdentifyCoins } from './coins/identify-coins.ts';
import { writeDraftParts } from './drafts/draft-parts.ts';
import type { UploadedFile } from './multipart-body.ts';
import {
  describeForList,
  describePreview,
  describeRecord,
  listItems,
  openQuestions,
  type Preview,
  previewImport,
  problemsOf,
  stateOf,
} from './preview.ts';
import { checkAnswers } from './questions/check-answers.ts';
import type { ReadFile, ReadOptions } from './readers/reader.ts';
import { UnreadableFile } from './readers/unreadable-file.ts';
import type { ImportRecord, ImportStore } from './store.ts';

/** Refuses with `AppError`: `not_found`, `invalid_request`, `conflict`, `too_large`. */
export interface ImportService {
  listFormats(): ImportFormats;
  addImport(userId: string, portfolioId: string, file: UploadedFile, fields: ImportFields): Promise<Import>;
  /** Newest first. */
  listImports(userId: string, portfolioId: string): Promise<Imports>;
  getImport(userId: string, id: string, query: ImportQuery): Promise<ImportPage>;
  answer(userId: string, id: string, answers: Readonly<Record<string, string>>): Promise<Import>;
  apply(userId: string, id: string): Promise<AppliedImport>;
  removeImport(userId: string, id: string): Promise<void>;
  /** Removes what was never applied. */
  sweep(): Promise<void>;
}

export interface ImportServiceDeps extends ApplyDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly portfolios: Pick<PortfolioStore, 'find'>;
  readonly transactions: TransactionStore;
  readonly wallets: WalletStore;
  readonly store: ImportStore;
  readonly rows: ImportedRowsStore;
  readonly coinAnswers: CoinAnswerStore;
  readonly identifyCoins: IdentifyCoins;
  readonly getDirectory: () => CoinDirectory;
  readonly findCoin: FindCoin;
  readonly formats: ImportFormats;
  /** Reads a file in a thread of its own. Rejects with `UnreadableFile`. */
  readonly readFile: (bytes: Uint8Array, options: ReadOptions) => Promise<ReadFile>;
  /** After this a file that is still being read is answered as `reading`. */
  readonly readingMs?: Milliseconds;
}

/** What is not applied ends after this. */
const unappliedMs: Milliseconds = 7 * 24 * 60 * 60_000;
/** No file takes longer: its process has ended. */
const readingEndsMs: Milliseconds = 10 * 60_000;
/** Of one portfolio, beyond which files that were never applied have to be removed first. */
const maxUnapplied = 50;
/** Rows of all files applied to one portfolio: they are compared with each other. */
const maxRows = 1_000_000;
const maxAttempts = 5;

const noPortfolio = () => new AppError('not_found', 'There is no such portfolio.');
const noImport = () => new AppError('not_found', 'There is no such import.');
const isReading = () =>
  new AppError('conflict', 'This file is still being read. Please try again in a moment.', { retryAfter: 1 });

export function createImportService(deps: ImportServiceDeps): ImportService {
  const { db, store, portfolios, clock } = deps;

  async function findRecord(userId: string, id: string): Promise<ImportRecord> {
    const record = await store.find(db, userId, id);
    if (!record) throw noImport();
    return record;
  }

  async function preview(record: ImportRecord): Promise<Preview> {
    const plan = await planPortfolio(deps, record.portfolio_id, { added: record });
    return previewImport(plan, record.id);
  }

  return {
    listFormats: () => deps.formats,

    async addImport(userId, portfolioId, file, fields) {
      if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
      await refuseUnknownWallet(deps, portfolioId, fields.wallet);
      await refuseTooMany(deps, portfolioId);
      const id = deps.createId();
      const reading = readImport(deps, { id, userId, portfolioId, file, fields });
      const ended = reading.then(
        () => true,
        () => true,
      );
      const isLate = !(await Promise.race([
        ended,
        setTimeout(deps.readingMs ?? 8000, false, { ref: false }),
      ]));
      if (isLate) return startReading(deps, reading, { id, userId, portfolioId, file, fields });
      const { record, parts } = await reading;
      await saveImport(deps, userId, record, parts);
      return describePreview(await saveCounts(deps, await preview(record)));
    },

    async listImports(userId, portfolioId) {
      if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
      return (await store.list(db, portfolioId)).map(describeForList);
    },

    async getImport(userId, id, { limit, cursor }) {
      const record = await findRecord(userId, id);
      if (record.state === 'reading')
        return { ...describeRecord(record), problems: [], questions: [], items: [], nextCursor: null };
      const start = readCursor(cursor);
      const found = await preview(record);
      const items = listItems(found);
      const end = start + limit;
      return {
        ...describePreview(found),
        items: items.slice(start, end),
        nextCursor: items.length > end ? String(end) : null,
      };
    },

    async answer(userId, id, given) {
      const record = await findRecord(userId, id);
      if (record.state === 'reading') throw isReading();
      if (record.state === 'applied') throw new AppError('conflict', 'This import is applied already.');
      const { questions } = await preview(record);
      const checked = await checkAnswers(given, questions, async (coinId) => {
        return deps.getDirectory().find(coinId) ?? (await deps.findCoin(coinId));
      });
      const choices = choicesOf(record).map((choice) =>
        choice.key in given ? { ...choice, coin: checked.coins.get(choice.key) ?? null } : choice,
      );
      const changed = {
        ...record,
        answers: JSON.stringify({ ...answersOf(record), ...checked.answers }),
        coins: JSON.stringify(choices),
      };
      await store.update(db, id, { answers: changed.answers, coins: changed.coins });
      for (const [key, { coinId }] of checked.coins)
        await deps.coinAnswers.save(db, userId, record.format as ImportFormat, { ticker: key, coinId });
      return describePreview(await saveCounts(deps, await preview(changed)));
    },

    async apply(userId, id) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await applyOnce(deps, userId, await findRecord(userId, id));
        } catch (error) {
          if (!(error instanceof OutdatedPlan) || attempt >= maxAttempts) throw error;
        }
      }
    },

    async removeImport(userId, id) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await removeOnce(deps, userId, await findRecord(userId, id));
        } catch (error) {
          if (!(error instanceof OutdatedPlan) || attempt >= maxAttempts) throw error;
        }
      }
    },

    async sweep() {
      await store.removeReading(db, clock.now() - readingEndsMs);
      await store.removeUnapplied(db, clock.now() - unappliedMs);
    },
  };
}

interface Upload {
  readonly id: string;
  readonly userId: string;
  readonly portfolioId: string;
  readonly file: UploadedFile;
  readonly fields: ImportFields;
}

async function refuseUnknownWallet(
  { db, wallets }: ImportServiceDeps,
  portfolioId: string,
  wallet: string | undefined,
): Promise<void> {
  if (wallet === undefined || isFixedWallet(wallet.toLowerCase())) return;
  if ((await wallets.list(db, portfolioId)).some(({ id }) => id === wallet)) return;
  const message = 'There is no such wallet in this portfolio';
  throw new AppError('invalid_request', message, { issues: [{ path: 'wallet', message }] });
}

async function refuseTooMany({ db, store }: ImportServiceDeps, portfolioId: string): Promise<void> {
  const open = (await store.list(db, portfolioId)).filter(({ state }) => state !== 'applied');
  if (open.length >= maxUnapplied)
    throw new AppError(
      'conflict',
      `A portfolio has room for ${maxUnapplied} files that are not applied. Remove some first.`,
    );
  if ((await store.countAppliedRows(db, portfolioId)) > maxRows)
    throw new AppError(
      'conflict',
      `A portfolio has room for files of ${maxRows.toLocaleString('en-US')} rows. Undo some first.`,
    );
}

/** What a file says, and which coins its tickers are. */
async function readImport(
  deps: ImportServiceDeps,
  { id, userId, portfolioId, file, fields }: Upload,
): Promise<{ record: ImportRecord; parts: readonly string[] }> {
  const read = await deps
    .readFile(file.bytes, {
      fileName: file.name,
      format: fields.format ?? null,
      timeZone: fields.timeZone ?? null,
      mapping: fields.mapping ?? null,
    })
    .catch((error: unknown) => {
      throw error instanceof UnreadableFile ? refuseFile(error, deps.formats) : error;
    });
  const { parts, digest } = await writeDraftParts(read.drafts);
  const remembered = await deps.coinAnswers.list(deps.db, userId, read.format);
  const uses = collectUses(read.drafts, read.format, false);
  const coins = await deps.identifyCoins(read.format, uses, remembered);
  const { from, to } = spanOf(read.drafts, false);
  const record: ImportRecord = {
    ...emptyRecord({ id, portfolioId, file, fields, now: deps.clock.now() }),
    format: read.format,
    layout: read.layout,
    state: read.drafts.length === 0 ? 'empty' : 'ready',
    digest,
    rows: read.rows,
    ignored: read.ignored,
    from_at: from,
    to_at: to,
    open_date: read.openDate,
    problem_count: read.problems.length,
    problems: JSON.stringify(read.problems),
    coins: JSON.stringify(coins),
  };
  return { record, parts };
}

function emptyRecord({
  id,
  portfolioId,
  file,
  fields,
  now,
}: Omit<Upload, 'userId'> & { readonly now: Instant }): ImportRecord {
  return {
    id,
    portfolio_id: portfolioId,
    format: fields.format ?? 'generic',
    layout: '',
    file_name: file.name,
    state: 'reading',
    digest: '',
    wallet: fields.wallet ?? null,
    rows: 0,
    ignored: 0,
    from_at: null,
    to_at: null,
    open_date: null,
    new_count: 0,
    known_count: 0,
    question_count: 0,
    problem_count: 0,
    problems: '[]',
    coins: '[]',
    answers: '{}',
    left_out: '[]',
    added: null,
    known: null,
    created_at: now,
    applied_at: null,
    ordinal: 0,
  };
}

function refuseFile(error: UnreadableFile, formats: ImportFormats): AppError {
  const { reason, message: text, line, columns } = error;
  const message = line === null ? `${text}.` : `${text} (line ${line}).`;
  if (reason === 'too_large' || reason === 'too_many_rows') return new AppError('too_large', message);
  const issues = [{ path: 'file', message }];
  if (reason !== 'unknown_format') return new AppError('invalid_request', message, { issues });
  return new AppError('invalid_request', message, {
    issues,
    details: { columns: [...columns], formats: formats.map(({ id }) => id) },
  });
}

async function saveImport(
  { db, store }: ImportServiceDeps,
  userId: string,
  record: ImportRecord,
  parts: readonly string[],
): Promise<void> {
  await transact(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    if (!owner) throw noPortfolio();
    await store.add(tx, { ...record, ordinal: owner.revision }, parts);
  });
}

/** Counts and state, for the list. */
async function saveCounts({ db, store }: ImportServiceDeps, preview: Preview): Promise<Preview> {
  const { record } = preview.file;
  await store.update(db, record.id, {
    state: stateOf(preview),
    new_count: preview.counts.new,
    known_count: preview.counts.known,
    question_count: openQuestions(preview),
  });
  return preview;
}

/** Answers a file that takes long, and stores what it comes to when it is read. */
async function startReading(
  deps: ImportServiceDeps,
  reading: ReturnType<typeof readImport>,
  upload: Upload,
): Promise<Import> {
  const { db, store } = deps;
  const started = emptyRecord({ ...upload, now: deps.clock.now() });
  await saveImport(deps, upload.userId, started, []);
  const finish = async () => {
    const { record, parts } = await reading;
    await transact(db, async (tx) => {
      const owner = await lockOwner(tx, upload.userId);
      const current = owner && (await store.find(tx, upload.userId, upload.id));
      if (!current) return;
      await store.remove(tx, upload.id);
      await store.add(tx, { ...record, ordinal: current.ordinal }, parts);
    });
    const current = await store.find(db, upload.userId, upload.id);
    if (!current) return;
    const plan = await planPortfolio(deps, upload.portfolioId, { added: current });
    await saveCounts(deps, previewImport(plan, current.id));
  };
  void finish().catch(async (error: unknown) => {
    const message = error instanceof AppError ? error.message : 'The file could not be read.';
    const problems = JSON.stringify([{ line: null, message, text: null }]);
    await store.update(db, upload.id, { state: 'empty', problem_count: 1, problems }).catch(() => undefined);
  });
  return { ...describeRecord(started), problems: problemsOf(started), questions: [] };
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,7}$/.test(cursor)) return Number(cursor);
  const message = 'Must be a cursor from an earlier answer';
  throw new AppError('invalid_request', message, { issues: [{ path: 'cursor', message }] });
}

async function applyOnce(
  deps: ImportServiceDeps,
  userId: string,
  record: ImportRecord,
): Promise<AppliedImport> {
  const { db, store, clock } = deps;
  if (record.state === 'reading') throw isReading();
  if (record.state === 'applied') return { added: record.added ?? 0, known: record.known ?? 0 };
  const plan = await planPortfolio(deps, record.portfolio_id, { added: record });
  const preview = previewImport(plan, record.id);
  const open = openQuestions(preview);
  if (open > 0)
    throw new AppError('conflict', open === 1 ? 'One question is open.' : `${open} questions are open.`);
  const answers = answersOf(record);
  const replaced = preview.entered.filter(({ key }) => answers[key] === 'replace').map(({ own }) => own);
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
    await applyPlan(deps, tx, planned);
    await store.update(tx, importId, {
      state: 'applied',
      applied_at: now,
      ordinal: owner.revision,
      ...counts,
      new_count: counts.added,
      known_count: counts.known,
      question_count: 0,
      left_out: JSON.stringify(preview.leftOut),
    });
    return counts;
  });
}

async function removeOnce(deps: ImportServiceDeps, userId: string, record: ImportRecord): Promise<void> {
  const { db, store, clock } = deps;
  if (record.state !== 'applied') return store.remove(db, record.id);
  const { portfolio_id: portfolioId, id: importId } = record;
  const plan = await planPortfolio(deps, portfolioId, { without: importId });
  const change = findChange(plan, importId);
  return transact(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    if (!owner || !(await store.find(tx, userId, importId))) throw noImport();
    const now = clock.now();
    const planned = { userId, owner, portfolioId, plan, change, importId, replaced: [], isUndone: true, now };
    await applyPlan(deps, tx, planned);
    await store.remove(tx, importId);
  });
}
