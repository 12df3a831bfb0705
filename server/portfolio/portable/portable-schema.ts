import { z } from 'zod';
import { isLedgerDecimal } from '#contract/decimal.ts';
import { importFormats } from '#contract/ledger/imports.ts';
import { currencySchema, methods, scopes } from '#contract/ledger/settings.ts';
import { incomeKinds, transactionTypes } from '#contract/ledger/transaction.ts';
import { walletInputSchema } from '#contract/ledger/wallets.ts';
import { coinIdSchema } from '#contract/market.ts';
import { accountMaximums } from '#contract/plans.ts';
import { draftLimits } from '../imports/drafts/draft-limits.ts';
import { importLimits } from '../imports/import-limits.ts';
import { keptLimits } from '../imports/kept-limits.ts';
import { tableLimits } from '../imports/readers/table/table.ts';

const {
  maxProblemText,
  maxProblems,
  maxOpenDateLength,
  maxNameLength,
  maxCoinIdLength,
  maxTickers,
  maxParts,
} = draftLimits;
const { maxAnswers, maxAnswerLength, maxCandidates, maxCheckpoints } = keptLimits;

/*
 * Portfolios in the form in which accounts export and import them, without ids. Wallets, imports and transactions are
 * referred to by their index, from 0.
 */

const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, 'Must be plain text');
/** From 1970 to 9999, because figures cover all days from the first transaction on, and years have four digits. */
export const instantSchema = z
  .number()
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 31));
const count = z.number().int().min(0).max(1e9);
const number = z.number().int().min(0).max(accountMaximums.transactions);
export const decimalSchema = z
  .string()
  .refine(
    (written) => isLedgerDecimal(written, 36),
    'Must have at most 24 digits before the point and 36 after it',
  );
const key = z
  .string()
  .max(100)
  .regex(/^[\w.-]*$/);

const legSchema = z.union([
  z.strictObject({ coinId: coinIdSchema, symbol: text(120), name: text(120), amount: decimalSchema }),
  z.strictObject({ currency: currencySchema, amount: decimalSchema }),
]);
const walletNumber = z.union([z.literal('main'), z.literal('elsewhere'), number]);

/** Any type may have any legs: earlier versions took such rows from files, and figures leave out what they can't count. */
const transactionSchema = z.strictObject({
  type: z.enum(transactionTypes),
  kind: z.enum(incomeKinds).nullable(),
  occurredAt: instantSchema,
  in: legSchema.nullable(),
  out: legSchema.nullable(),
  fee: legSchema.nullable(),
  value: z.strictObject({ currency: currencySchema, amount: decimalSchema }).nullable(),
  unitPrice: decimalSchema.nullable(),
  wallet: walletNumber,
  toWallet: walletNumber.nullable(),
  /** `transaction` is null if it no longer exists. */
  lots: z
    .array(z.strictObject({ transaction: number.nullable(), amount: decimalSchema }))
    .max(1000)
    .nullable(),
  note: text(1000).nullable(),
  source: z.enum(['manual', 'position', 'import']),
  import: number.nullable(),
  externalId: text(300).nullable(),
  acquiredAt: instantSchema.nullable(),
  isDateAssumed: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  ordinal: count,
  /** For a row of a file; null for a manual entry. */
  rowKey: key.nullable(),
  /** For a row that the user deleted, so that its file doesn't bring it back. */
  deletedAt: instantSchema.nullable(),
});
export type PortableTransaction = z.output<typeof transactionSchema>;

const coinSchema = z.strictObject({ coinId: coinIdSchema, symbol: text(120), name: text(120) });
const candidateSchema = z.strictObject({
  answer: z.string().max(maxCoinIdLength),
  coinId: z.string().max(maxCoinIdLength).nullable(),
  name: text(300),
  symbol: text(120).nullable(),
  likelihood: z.number().nullable(),
  reason: text(300),
});
const choiceSchema = z.strictObject({
  key: z.string().max(maxAnswerLength),
  ticker: text(maxCoinIdLength),
  name: text(maxNameLength).nullable(),
  coin: coinSchema.nullable(),
  candidates: z.array(candidateSchema).max(maxCandidates),
  reason: text(300),
});
/** Text that is cut off at `max` characters, followed by an ellipsis. */
const cutText = (max: number) => z.string().max(max + 1);
const problemSchema = z.strictObject({
  line: z.number().int().nullable(),
  message: cutText(maxProblemText),
  text: cutText(maxProblemText).nullable(),
});

const importSchema = z.strictObject({
  format: z.enum(importFormats),
  layout: text(100),
  fileName: text(200),
  digest: text(100),
  wallet: walletNumber.nullable(),
  rows: count.max(tableLimits.maxRows),
  ignored: count,
  from: instantSchema.nullable(),
  to: instantSchema.nullable(),
  openDate: text(maxOpenDateLength + 1).nullable(),
  /** The last one may say how many are not listed. */
  problems: z.array(problemSchema).max(maxProblems + 1),
  coins: z.array(choiceSchema).max(maxTickers),
  answers: z
    .record(z.string().max(maxAnswerLength), z.string().max(maxAnswerLength))
    .refine((answers) => Object.keys(answers).length <= maxAnswers, 'Has too many answers'),
  leftOut: z.array(key).max(accountMaximums.transactions),
  /** Balances stated in the file that its rows don't explain. */
  checkpoints: z
    .array(
      z.strictObject({
        coinId: coinIdSchema,
        symbol: text(120),
        wallet: walletNumber,
        at: instantSchema,
        balance: decimalSchema,
      }),
    )
    .max(maxCheckpoints),
  added: count,
  known: count,
  createdAt: instantSchema,
  appliedAt: instantSchema,
  ordinal: count,
  /** The content read from the file, compressed. */
  parts: z.array(z.base64().max(4_000_000)).max(maxParts),
});
export type PortableImport = z.output<typeof importSchema>;

export const portablePortfolioSchema = z.strictObject({
  name: text(200).min(1),
  createdAt: instantSchema,
  ordinal: count,
  settings: z.strictObject({ method: z.enum(methods), scope: z.enum(scopes), currency: currencySchema }),
  wallets: z.array(z.strictObject({ ...walletInputSchema.shape })).max(accountMaximums.wallets),
  imports: z.array(importSchema).max(importLimits.applied),
  /** Wallets by their names in files. */
  importWallets: z
    .array(z.strictObject({ name: text(60), wallet: number, isMade: z.boolean() }))
    .max(accountMaximums.wallets),
  /** Transfers joined from two rows of files. */
  joins: z.array(z.tuple([key, key])).max(accountMaximums.transactions),
  transactions: z.array(transactionSchema).max(2 * accountMaximums.transactions),
});
export type PortablePortfolio = z.output<typeof portablePortfolioSchema>;

export const portablePortfoliosSchema = z
  .array(portablePortfolioSchema)
  .min(1, 'Must have a portfolio')
  .max(accountMaximums.portfolios);
