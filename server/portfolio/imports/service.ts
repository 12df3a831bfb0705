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
import type { Milliseconds } from '#contract/units.ts';
import type { CoinDirectory } from '#server/market/directory/service.ts';
import type { FindCoin } from '#server/market/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { WalletStore } from '../ledger/wallets/store.ts';
import { isFixedWallet } from '../ledger/wallets/wallet-id.ts';
import type { PortfolioStore } from '../store.ts';
import { noImport, stillReading } from './applying-service.ts';
import { answersOf, choicesOf } from './change/file-service.ts';
import { importLimits } from './import-limits.ts';
import { sizeOfImports } from './import-size-store.ts';
import { keptLimits } from './kept-limits.ts';
import type { UploadedFile } from './multipart-body.ts';
import type { ImportKey, ImportPlanner } from './planner/import-planner.ts';
import { describeForList, describeReading } from './preview.ts';
import { type CheckedAnswers, checkAnswers } from './questions/check-answers.ts';
import { ReadingLimits } from './reading-limits.ts';
import { emptyRecord, type ReadingDeps, readImport, type Upload } from './reading-service.ts';
import type { ImportRecord, ImportStore } from './store.ts';

/** Throws `AppError`: `not_found`, `invalid_request`, `conflict`, `too_large`. */
export interface ImportService {
  listFormats(): ImportFormats;
  addImport(userId: string, portfolioId: string, file: UploadedFile, fields: ImportFields): Promise<Import>;
  /** Newest first. */
  listImports(userId: string, portfolioId: string): Promise<Imports>;
  getImport(userId: string, id: string, query: ImportQuery): Promise<ImportPage>;
  answer(userId: string, id: string, answers: Readonly<Record<string, string>>): Promise<Import>;
  apply(userId: string, id: string): Promise<AppliedImport>;
  removeImport(userId: string, id: string): Promise<void>;
  /** Deletes imports that were not applied in time, and ends readings that were interrupted. */
  sweep(): Promise<void>;
}

export interface ImportServiceDeps extends ReadingDeps {
  readonly portfolios: Pick<PortfolioStore, 'find' | 'listIds'>;
  readonly wallets: Pick<WalletStore, 'list'>;
  readonly store: ImportStore;
  readonly planner: ImportPlanner;
  readonly createId: () => string;
  /** How many bytes an account's files may take as stored; `importLimits.bytes` if absent. */
  readonly maxBytes?: number;
  readonly getDirectory: () => CoinDirectory;
  readonly findCoin: FindCoin;
  /** How long a request waits for its file; after that it is answered with the state `reading`. */
  readonly readingMs?: Milliseconds;
}

/** Imports that aren't applied are deleted after this. */
const unappliedMs: Milliseconds = 7 * 24 * 60 * 60_000;
/**
 * After this, the process that was reading a file has probably ended. If the file was only waiting behind others, its
 * result later replaces the message.
 */
const readingEndsMs: Milliseconds = 10 * 60_000;
const interrupted =
  'The server was restarted while it was reading this file. Remove it and choose the file again.';
/** Rows of all files applied to one portfolio, which are compared with each other. */
const maxRows = 1_000_000;

/** For a file that is still being read. */
const noItems = {
  items: [],
  nextCursor: null,
  edited: { count: 0, transactions: [] },
} satisfies Partial<ImportPage>;

const noPortfolio = () => new AppError('not_found', 'There is no such portfolio.');

export function createImportService(deps: ImportServiceDeps): ImportService {
  const { db, store, portfolios, clock } = deps;
  const readings = new ReadingLimits();

  async function findRecord(userId: string, id: string): Promise<ImportRecord> {
    const record = await store.find(db, userId, id);
    if (!record) throw noImport();
    return record;
  }

  return {
    listFormats: () => deps.formats,

    async addImport(userId, portfolioId, file, fields) {
      if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
      await refuseUnknownWallet(deps, portfolioId, fields.wallet);
      await refuseTooMany(deps, userId, portfolioId);
      await refuseFull(deps, db, userId, 1);
      const upload = { id: deps.createId(), userId, portfolioId, file, fields };
      const isLate = startLimit(deps.readingMs ?? 8000);
      const reading = readings.run(userId, () => readImport(deps, upload));
      if (await isLate(reading)) return finishLater(deps, reading, upload);
      const { record, parts } = await reading;
      await saveImport(deps, userId, { ...record, state: 'reading' }, parts);
      const planning = deps.planner.preview({ userId, id: record.id });
      if (!(await isLate(planning))) return planning.catch((error) => discard(deps, record.id, error));
      void planning.catch((error: unknown) => saveFailure(deps, record.id, error));
      return describeReading({ ...record, state: 'reading' });
    },

    async listImports(userId, portfolioId) {
      if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
      return (await store.list(db, portfolioId)).map(describeForList);
    },

    async getImport(userId, id, { limit, cursor }) {
      const start = readCursor(cursor);
      const record = await findRecord(userId, id);
      if (record.state === 'reading') return { ...describeReading(record), ...noItems };
      return deps.planner.listPage({ userId, id }, { start, limit });
    },

    async answer(userId, id, given) {
      const record = await findRecord(userId, id);
      refuseAnswers(record);
      const { questions } = await deps.planner.preview({ userId, id });
      const checked = await checkAnswers(given, questions, async (coinId) => {
        return deps.getDirectory().find(coinId) ?? (await deps.findCoin(coinId));
      });
      await saveAnswers(deps, { userId, id }, given, checked);
      const remembered = [...checked.coins].map(([ticker, { coinId }]) => ({ ticker, coinId }));
      await deps.coinAnswers.save(db, userId, record.format as ImportFormat, remembered);
      return deps.planner.preview({ userId, id });
    },

    apply: (userId, id) => deps.planner.apply({ userId, id }),
    removeImport: (userId, id) => deps.planner.remove({ userId, id }),

    async sweep() {
      await store.endReadings(db, clock.now() - readingEndsMs, writeProblem(interrupted));
      await store.removeUnapplied(db, clock.now() - unappliedMs);
    },
  };
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

async function refuseTooMany(
  { db, store }: ImportServiceDeps,
  userId: string,
  portfolioId: string,
): Promise<void> {
  const counts = await store.count(db, userId);
  const own = counts.find((one) => one.portfolioId === portfolioId);
  const unapplied = counts.reduce((sum, one) => sum + one.unapplied, 0);
  if ((own?.unapplied ?? 0) >= importLimits.unapplied)
    throw noRoom('A portfolio', `${importLimits.unapplied} files that are not applied. Remove some first.`);
  if (unapplied >= importLimits.unappliedOfUser)
    throw noRoom(
      'An account',
      `${importLimits.unappliedOfUser} files that are not applied. Remove some first.`,
    );
  if ((own?.applied ?? 0) >= importLimits.applied)
    throw noRoom('A portfolio', `${importLimits.applied.toLocaleString('en-US')} files. Undo some first.`);
  if ((await store.countAppliedRows(db, portfolioId)) > maxRows)
    throw noRoom('A portfolio', `${maxRows.toLocaleString('en-US')} rows of applied files. Undo some first.`);
}

/** `added`: the size of what is stored next, in bytes. */
async function refuseFull(
  { maxBytes = importLimits.bytes }: ImportServiceDeps,
  reader: Database,
  userId: string,
  added: number,
): Promise<void> {
  if (added > 0 && (await sizeOfImports(reader, userId)) + added > maxBytes)
    throw noRoom('An account', `${maxBytes / 1024 / 1024} MB of files. Remove or undo some first.`);
}

/** Parts are in base64. */
const sizeOf = (parts: readonly string[]) => parts.reduce((bytes, { length }) => bytes + length, 0);

const noRoom = (what: string, text: string) => new AppError('conflict', `${what} has room for ${text}`);

async function saveImport(
  deps: ImportServiceDeps,
  userId: string,
  record: ImportRecord,
  parts: readonly string[],
): Promise<void> {
  const { db, store, portfolios } = deps;
  await transact(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    // The portfolio may have been deleted while the file was read.
    if (!owner || !(await portfolios.listIds(tx, userId)).includes(record.portfolio_id)) throw noPortfolio();
    await refuseFull(deps, tx, userId, sizeOf(parts));
    await store.add(tx, { ...record, ordinal: owner.revision }, parts);
  });
}

function refuseAnswers({ state }: ImportRecord): void {
  if (state === 'reading') throw stillReading();
  if (state === 'applied') throw new AppError('conflict', 'This import has already been applied.');
}

/** Saves answers in addition to those that another tab has saved in the meantime. */
async function saveAnswers(
  { db, store }: ImportServiceDeps,
  { userId, id }: ImportKey,
  given: Readonly<Record<string, string>>,
  { answers, coins }: CheckedAnswers,
): Promise<void> {
  await transact(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const current = owner && (await store.find(tx, userId, id));
    if (!current) throw noImport();
    refuseAnswers(current);
    const choices = choicesOf(current).map((choice) =>
      choice.key in given ? { ...choice, coin: coins.get(choice.key) ?? null } : choice,
    );
    const all = { ...answersOf(current), ...answers };
    if (Object.keys(all).length > keptLimits.maxAnswers)
      throw noRoom('An import', `${keptLimits.maxAnswers.toLocaleString('en-US')} answers.`);
    await store.update(tx, id, {
      answers: JSON.stringify(all),
      coins: JSON.stringify(choices),
    });
  });
}

/** Starts a time limit. The returned function tells whether work is still going on when the limit is reached. */
function startLimit(limitMs: Milliseconds): (work: Promise<unknown>) => Promise<boolean> {
  const limit = setTimeout(limitMs, true, { ref: false });
  return (work) => {
    const ended = work.then(
      () => false,
      () => false,
    );
    return Promise.race([ended, limit]);
  };
}

/** Answers the request for a slow file at once, and stores the result when the file has been read. */
async function finishLater(
  deps: ImportServiceDeps,
  reading: ReturnType<typeof readImport>,
  upload: Upload,
): Promise<Import> {
  const { db, store } = deps;
  const { id, userId } = upload;
  const started = emptyRecord({ ...upload, now: deps.clock.now() });
  await saveImport(deps, userId, started, []);
  const finish = async () => {
    const { record, parts } = await reading;
    await transact(db, async (tx) => {
      const owner = await lockOwner(tx, userId);
      const current = owner && (await store.find(tx, userId, id));
      if (!current) return;
      await refuseFull(deps, tx, userId, sizeOf(parts));
      await store.remove(tx, id);
      // Keep the state `reading` until the preview exists; otherwise a request in between would plan it a second time.
      await store.add(tx, { ...record, state: 'reading', ordinal: current.ordinal }, parts);
    });
    await deps.planner.preview({ userId, id });
  };
  void finish().catch((error: unknown) => saveFailure(deps, id, error));
  return describeReading(started);
}

/** Stores the error's message, because the user already has an answer and will look at the import later. */
async function saveFailure({ db, store }: ImportServiceDeps, id: string, error: unknown): Promise<void> {
  const message = error instanceof AppError ? error.message : 'The file could not be read.';
  const problems = writeProblem(message);
  await store.updateUnapplied(db, id, { state: 'empty', problem_count: 1, problems }).catch(() => undefined);
}

const writeProblem = (message: string) => JSON.stringify([{ line: null, message, text: null }]);

/** Removes the import and rethrows the error, because the user is still waiting for the answer. */
async function discard({ db, store }: ImportServiceDeps, id: string, error: unknown): Promise<never> {
  await store.remove(db, id).catch(() => undefined);
  throw error;
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,7}$/.test(cursor)) return Number(cursor);
  const message = 'Must be a cursor from an earlier answer';
  throw new AppError('invalid_request', message, { issues: [{ path: 'cursor', message }] });
}
