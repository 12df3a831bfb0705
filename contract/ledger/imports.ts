import { z } from 'zod';
import { itemIdSchema } from '../item-id.ts';
import { isTimeZone } from '../time-zone.ts';
import { incomeKinds, legSchema, moneyLegSchema, transactionTypes } from './transaction.ts';

/*
 * Imports of files from exchanges, wallets and trackers. A file is first read and previewed; `apply` adds it to the
 * ledger.
 */

export const importFormats = [
  'binance',
  'coinbase',
  'kraken',
  'bitvavo',
  'bitstamp',
  'kucoin',
  'gemini',
  'crypto_com',
  'ledger_live',
  'revolut',
  'koinly',
  'cointracking',
  'delta',
  'ghostfolio',
  'generic',
  'altimeter',
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Limits per file. */
export const importFileLimits = { maxBytes: 20 * 1024 * 1024, maxRows: 100_000 } as const;

/** Answer of `GET /api/import-formats`. */
export const importFormatsSchema = z.array(
  z.object({
    id: z.enum(importFormats),
    name: z.string(),
    /** Where to find the file in that exchange, in one sentence. */
    hint: z.string(),
  }),
);
export type ImportFormats = z.infer<typeof importFormatsSchema>;

const columnSchema = z.string().max(200).optional();

/** Which column of a `generic` file contains what. */
export const genericMappingSchema = z
  .strictObject({
    date: z.string().min(1, 'Date is required').max(200),
    type: columnSchema,
    inCoin: columnSchema,
    inAmount: columnSchema,
    outCoin: columnSchema,
    outAmount: columnSchema,
    feeCoin: columnSchema,
    feeAmount: columnSchema,
    value: columnSchema,
    valueCurrency: columnSchema,
    wallet: columnSchema,
    toWallet: columnSchema,
    id: columnSchema,
    note: columnSchema,
  })
  .refine(
    ({ inAmount, outAmount, feeAmount }) => [inAmount, outAmount, feeAmount].some(Boolean),
    'Must name a column of amounts: inAmount, outAmount or feeAmount',
  );
export type GenericMapping = z.output<typeof genericMappingSchema>;

/** A time zone's IANA name, such as `Europe/Amsterdam`, or an offset such as `+02:00`. */
const timeZoneSchema = z
  .string()
  .max(100)
  .refine(isTimeZone, 'Must be a time zone, such as Europe/Amsterdam');

/** The fields besides `file` in the body of `POST /api/portfolios/{id}/imports`. */
export const importFieldsSchema = z.strictObject({
  format: z.enum(importFormats).optional(),
  /** For rows without a wallet. */
  wallet: itemIdSchema.optional(),
  /** For times without a zone; `UTC` by default. */
  timeZone: timeZoneSchema.optional(),
  /** As JSON; for the format `generic`. */
  mapping: z
    .string()
    .max(10_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('Must be JSON');
        return z.NEVER;
      }
    })
    .pipe(genericMappingSchema)
    .optional(),
});
export type ImportFields = z.output<typeof importFieldsSchema>;

export const importStates = ['reading', 'ready', 'questions', 'empty', 'applied'] as const;
export type ImportState = (typeof importStates)[number];

const importQuestionKinds = [
  /** Which coin a ticker stands for. Answer: a coin id. */
  'coin',
  /** Which of several deposits or withdrawals belongs to a transfer. Answer: its key. */
  'transfer',
  /** Whether day or month comes first. Answer: `dmy` or `mdy`. */
  'dates',
  /** Equal rows at the end of one file and the start of another. Answer: `replace` or `keep`. */
  'equal_rows',
  /** A position without history, for a coin whose history is in the file. Answer: `replace` or `keep`. */
  'opening',
  /** A transaction entered by hand that is also in the file. Answer: `replace` or `keep`. */
  'duplicate',
] as const;

const candidateSchema = z.object({
  /** The answer that chooses this candidate. */
  answer: z.string(),
  coinId: z.string().nullable(),
  name: z.string(),
  symbol: z.string().nullable(),
  /** From 0 to 1; null if the candidates aren't coins. */
  likelihood: z.number().nullable(),
  reason: z.string(),
});
export type ImportCandidate = z.infer<typeof candidateSchema>;

export const importQuestionSchema = z.object({
  key: z.string(),
  kind: z.enum(importQuestionKinds),
  text: z.string(),
  candidates: z.array(candidateSchema),
  /** The first hundred lines that depend on the answer. */
  lines: z.array(z.number().int()),
  /** The answer given; null if open. */
  answer: z.string().nullable(),
});
export type ImportQuestion = z.infer<typeof importQuestionSchema>;

export const importProblemSchema = z.object({
  /** The line in the file, from 1; null if it concerns the whole file. */
  line: z.number().int().nullable(),
  message: z.string(),
  /** The row's text; null if it was read despite the problem. */
  text: z.string().nullable(),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

const itemLegSchema = z.union([
  z.object({
    /** Null until the coin is known. */
    coinId: z.string().nullable(),
    symbol: z.string(),
    name: z.string().nullable(),
    amount: z.string(),
  }),
  moneyLegSchema,
]);
export type ImportItemLeg = z.infer<typeof itemLegSchema>;

/** A transaction as it would be added. */
export const importItemSchema = z.object({
  key: z.string(),
  state: z.enum(['new', 'known', 'question', 'skipped']),
  lines: z.array(z.number().int()),
  type: z.enum(transactionTypes),
  kind: z.enum(incomeKinds).nullable(),
  occurredAt: z.iso.datetime(),
  in: itemLegSchema.nullable(),
  out: itemLegSchema.nullable(),
  fee: itemLegSchema.nullable(),
  value: moneyLegSchema.nullable(),
  /** Null: a wallet that `apply` will create. */
  wallet: z.string().nullable(),
  walletName: z.string(),
  toWallet: z.string().nullable(),
  toWalletName: z.string().nullable(),
  externalId: z.string().nullable(),
  note: z.string().nullable(),
  acquiredAt: z.iso.datetime().nullable(),
});
export type ImportItem = z.infer<typeof importItemSchema>;

const importHead = {
  id: z.string(),
  portfolioId: z.string(),
  format: z.enum(importFormats),
  fileName: z.string(),
  state: z.enum(importStates),
  /** Number of data rows in the file. */
  rows: z.number().int(),
  transactions: z.object({ new: z.number().int(), known: z.number().int() }),
  /** Number of rows skipped without a problem: only money, or moves within the exchange. */
  ignored: z.number().int(),
  /** The earliest and the latest instant of its rows. */
  from: z.iso.datetime().nullable(),
  to: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  appliedAt: z.iso.datetime().nullable(),
};

/** Answer of `POST /api/portfolios/{id}/imports` and `POST /api/imports/{id}/answers`. */
export const importSchema = z.object({
  ...importHead,
  problems: z.array(importProblemSchema),
  questions: z.array(importQuestionSchema),
});
export type Import = z.infer<typeof importSchema>;

const editedSchema = z.object({
  transactionId: z.string(),
  type: z.enum(transactionTypes),
  occurredAt: z.iso.datetime(),
  in: legSchema.nullable(),
  out: legSchema.nullable(),
});
export type EditedTransaction = z.infer<typeof editedSchema>;

/** Answer of `GET /api/imports/{id}`. */
export const importPageSchema = z.object({
  ...importSchema.shape,
  items: z.array(importItemSchema),
  /** For an applied import: transactions edited by hand that undoing it would remove. The newest are listed. */
  edited: z.object({ count: z.number().int(), transactions: z.array(editedSchema) }),
  nextCursor: z.string().nullable(),
});
export type ImportPage = z.infer<typeof importPageSchema>;

/** Query of `GET /api/imports/{id}`. */
export const importQuerySchema = z.object({
  limit: z.coerce
    .number('Must be 1 to 500')
    .int()
    .min(1, 'Must be 1 to 500')
    .max(500, 'Must be 1 to 500')
    .default(100),
  cursor: z.string().max(2000).optional(),
});
export type ImportQuery = z.output<typeof importQuerySchema>;

const maxAnswerLength = 300;
const maxAnswerIssues = 100;

/** A file may have thousands of questions, so only the first hundred issues with their answers are reported. */
const answersSchema = z
  .record(z.string(), z.unknown())
  .transform((given, context): Record<string, string> => {
    let issues = 0;
    for (const [key, answer] of Object.entries(given)) {
      const message = findAnswerFault(key, answer);
      if (message === undefined) continue;
      context.addIssue({ code: 'custom', path: [key.slice(0, maxAnswerLength)], message });
      issues += 1;
      if (issues === maxAnswerIssues) return z.NEVER;
    }
    return given as Record<string, string>;
  })
  .meta({ additionalProperties: { type: 'string', minLength: 1, maxLength: maxAnswerLength } });

function findAnswerFault(key: string, answer: unknown): string | undefined {
  if (key.length > maxAnswerLength) return 'There is no such question';
  if (typeof answer !== 'string') return 'Must be text';
  if (answer === '') return 'Answer is required';
  return answer.length > maxAnswerLength ? 'Must be at most 300 characters' : undefined;
}

/** Body of `POST /api/imports/{id}/answers`. */
export const importAnswersSchema = z.strictObject({ answers: answersSchema });

/** Answer of `POST /api/imports/{id}/apply`. */
export const appliedImportSchema = z.object({ added: z.number().int(), known: z.number().int() });
export type AppliedImport = z.infer<typeof appliedImportSchema>;

/** Answer of `GET /api/portfolios/{id}/imports`: newest first. */
export const importsSchema = z.array(
  z.object({
    ...importHead,
    /** Transactions added; null until applied. */
    added: z.number().int().nullable(),
    problems: z.number().int(),
    questions: z.number().int(),
  }),
);
export type Imports = z.infer<typeof importsSchema>;
