import type { ImportFields, ImportFormats } from '#contract/ledger/imports.ts';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { readWalletId } from '../ledger/wallets/wallet-id.ts';
import type { CoinAnswerStore } from './coins/coin-answer-store.ts';
import type { IdentifyCoins } from './coins/identify-coins.ts';
import { draftLimits } from './drafts/draft-limits.ts';
import type { PackedFile } from './drafts/pack-file.ts';
import type { UploadedFile } from './multipart-body.ts';
import type { ReadOptions } from './readers/draft.ts';
import { UnreadableFile } from './readers/unreadable-file.ts';
import type { ImportRecord } from './store.ts';

export interface ReadingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly coinAnswers: CoinAnswerStore;
  readonly identifyCoins: IdentifyCoins;
  readonly formats: ImportFormats;
  /** Reads a file in a process of its own. Rejects with `UnreadableFile`. */
  readonly readFile: (bytes: Uint8Array, options: ReadOptions) => Promise<PackedFile>;
}

export interface Upload {
  readonly id: string;
  readonly userId: string;
  readonly portfolioId: string;
  readonly file: UploadedFile;
  readonly fields: ImportFields;
}

/** Each ticker is looked up and may become a question. A wallet full of spam tokens has a few hundred. */
const { maxTickers } = draftLimits;

/** Reads a file and identifies the coins of its tickers. */
export async function readImport(
  deps: ReadingDeps,
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
      throw error instanceof UnreadableFile ? toAppError(error, deps.formats) : error;
    });
  if (read.uses.length > maxTickers)
    throw new AppError(
      'too_large',
      `The file has more than ${maxTickers.toLocaleString('en-US')} different coins.`,
    );
  const remembered = await deps.coinAnswers.list(deps.db, userId, read.format);
  const coins = await deps.identifyCoins(read.format, read.uses, remembered);
  const record: ImportRecord = {
    ...emptyRecord({ id, portfolioId, file, fields, now: deps.clock.now() }),
    format: read.format,
    layout: read.layout,
    state: read.draftCount === 0 ? 'empty' : 'ready',
    digest: read.digest,
    rows: read.rows,
    ignored: read.ignored,
    from_at: read.from,
    to_at: read.to,
    open_date: read.openDate,
    problem_count: read.problems.length,
    problems: JSON.stringify(read.problems),
    coins: JSON.stringify(coins),
  };
  return { record, parts: read.parts };
}

/** The record of an import before its file is read. */
export function emptyRecord({
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
    wallet: fields.wallet === undefined ? null : readWalletId(fields.wallet),
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
    checkpoints: '[]',
    added: null,
    known: null,
    created_at: now,
    applied_at: null,
    ordinal: 0,
  };
}

function toAppError(error: UnreadableFile, formats: ImportFormats): AppError {
  const { reason, message: text, line, columns } = error;
  const isNamed = line === null || text.toLowerCase().includes(`line ${line}`);
  const message = isNamed ? `${text}.` : `${text} (line ${line}).`;
  if (reason === 'too_large' || reason === 'too_many_rows') return new AppError('too_large', message);
  const issues = [{ path: 'file', message }];
  if (reason !== 'unknown_format') return new AppError('invalid_request', message, { issues });
  return new AppError('invalid_request', message, {
    issues,
    details: { columns: [...columns], formats: formats.map(({ id }) => id) },
  });
}
