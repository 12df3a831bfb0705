import { z } from 'zod';
import { currencySchema } from '#contract/ledger/settings.ts';
import { incomeKinds, transactionTypes } from '#contract/ledger/transaction.ts';
import { coinIdSchema } from '#contract/market.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { readData } from '#server/platform/http/read-data.ts';
import { draftLimits } from '../imports/drafts/draft-limits.ts';
import { readDraftParts } from '../imports/drafts/draft-parts.ts';
import {
  decimalSchema,
  instantSchema,
  type PortableImport,
  type PortablePortfolio,
  portablePortfoliosSchema,
} from './portable-schema.ts';

/** The path of the portfolios in the body. */
export const portfoliosPath = 'data.portfolios';

const text = (max: number) => z.string().max(max);
const ticker = text(draftLimits.maxCoinIdLength);
const id = text(draftLimits.maxIdLength);
const wallet = text(draftLimits.maxWalletLength);
/** A balance. It may be longer than any that a reader keeps, but not so long that computing with it is slow. */
const balanceSchema = z
  .string()
  .max(140)
  .regex(/^-?\d{0,60}(?:\.\d{0,60})?$/);
const moneySchema = z.strictObject({ currency: currencySchema, amount: decimalSchema });
const legSchema = z.union([
  z.strictObject({
    ticker,
    name: text(draftLimits.maxNameLength).nullable(),
    coinId: coinIdSchema.nullable(),
    amount: decimalSchema,
  }),
  moneySchema,
]);
/** A draft of a file's row, as made by its reader. */
const draftSchema = z.strictObject({
  type: z.enum(transactionTypes),
  kind: z.enum(incomeKinds).nullable(),
  occurredAt: instantSchema,
  monthFirst: instantSchema.nullable(),
  precision: z.number().min(0).max(86_400_000),
  in: legSchema.nullable(),
  out: legSchema.nullable(),
  fee: legSchema.nullable(),
  value: moneySchema.nullable(),
  wallet: wallet.nullable(),
  toWallet: wallet.nullable(),
  externalId: id.nullable(),
  orderId: id.nullable(),
  hash: id.nullable(),
  address: id.nullable(),
  note: text(draftLimits.maxNoteLength).nullable(),
  acquiredAt: instantSchema.nullable(),
  lots: z
    .array(z.strictObject({ transactionId: id, amount: decimalSchema }))
    .max(draftLimits.maxLots)
    .nullable(),
  isDateAssumed: z.boolean(),
  balances: z.array(z.strictObject({ ticker, amount: balanceSchema })).max(draftLimits.maxBalances),
  lines: z.array(z.number().int().min(0).max(1e9)).max(100_000),
});
/** A row can become a trade, its fee and a balance. */
const maxDraftsPerRow = 4;
/** In bytes: several times as much as a reader puts into a part, because earlier versions made larger ones. */
const maxPartSize = 8 * 1024 * 1024;
const draftsSchema = z.array(draftSchema).max(draftLimits.maxPartDrafts);

/**
 * Checks the portfolios in a body. This takes long, so call it in a thread. Throws `AppError('invalid_request')` with the
 * path of whatever is invalid.
 */
export async function check(data: unknown): Promise<PortablePortfolio[]> {
  const portfolios = readData(portablePortfoliosSchema, data, portfoliosPath);
  for (const [place, { imports }] of portfolios.entries()) {
    for (const [number, one] of imports.entries())
      await checkParts(one, `${portfoliosPath}.${place}.imports.${number}`);
  }
  return portfolios;
}

/** Checks what is kept of a file, because it will be trusted like our own data. Its size must fit `rows`. */
async function checkParts({ parts, rows, leftOut, answers }: PortableImport, path: string): Promise<void> {
  let count = 0;
  let lines = 0;
  try {
    for await (const drafts of readDraftParts(parts, maxPartSize)) {
      draftsSchema.parse(drafts);
      count += drafts.length;
      for (const draft of drafts) lines += draft.lines.length;
    }
  } catch {
    throw invalid(`${path}.parts`, 'The parts of an import cannot be read');
  }
  // Every answer about a file lists the lines of its rows.
  if (Math.max(count, lines) > maxDraftsPerRow * rows)
    throw invalid(`${path}.rows`, 'Must be the number of rows');
  // Both are bounded by the file's rows, because they take far more memory than space in the body.
  if (leftOut.length > 2 * count) throw invalid(`${path}.leftOut`, 'Has more rows than the file');
  if (Object.keys(answers).length > draftLimits.maxTickers + 2 * count)
    throw invalid(`${path}.answers`, 'Has more answers than the file has rows and coins');
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', message, { issues: [{ path, message }] });
}
