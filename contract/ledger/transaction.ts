import { z } from 'zod';
import { isLedgerDecimal } from '../decimal.ts';
import { cutIssueMessage } from '../errors.ts';
import { itemIdSchema } from '../item-id.ts';
import { coinIdSchema } from '../market.ts';
import { spanEndSchema } from './figures.ts';
import { currencySchema } from './settings.ts';

/*
 * A portfolio's dated transactions. Amounts and money are decimal text with up to 24 digits before the point and 18
 * after; instants are in ISO 8601 and UTC.
 */

export const transactionTypes = [
  'buy',
  'sell',
  'swap',
  'transfer',
  'income',
  'gift_in',
  'gift_out',
  'spend',
  'loss',
  'fee',
  'opening',
] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** The source of an income. */
export const incomeKinds = [
  'staking',
  'interest',
  'airdrop',
  'mining',
  'reward',
  'fork',
  'salary',
  'other',
] as const;
export type IncomeKind = (typeof incomeKinds)[number];

const coinLegSchema = z.object({
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  amount: z.string(),
});
/** Money: `currency` in upper case. */
export const moneyLegSchema = z.object({ currency: z.string(), amount: z.string() });
export const legSchema = z.union([coinLegSchema, moneyLegSchema]);
export type MoneyLeg = z.infer<typeof moneyLegSchema>;
export type Leg = z.infer<typeof legSchema>;

export const lotPickSchema = z.object({ transactionId: z.string(), amount: z.string() });
export type LotPick = z.infer<typeof lotPickSchema>;

const instantSchema = z.iso.datetime();

/** A transaction as returned by the API. `wallet` and `toWallet` are ids. */
export const transactionSchema = z.object({
  id: z.string(),
  portfolioId: z.string(),
  type: z.enum(transactionTypes),
  kind: z.enum(incomeKinds).nullable(),
  occurredAt: instantSchema,
  in: legSchema.nullable(),
  out: legSchema.nullable(),
  fee: legSchema.nullable(),
  /** The market value of the coin leg, if no leg is money. */
  value: moneyLegSchema.nullable(),
  wallet: z.string(),
  /** For a transfer: the target wallet. */
  toWallet: z.string().nullable(),
  lots: z.array(lotPickSchema).nullable(),
  note: z.string().nullable(),
  source: z.enum(['manual', 'position', 'import']),
  importId: z.string().nullable(),
  externalId: z.string().nullable(),
  /** For a gift: when the donor acquired the coins. */
  acquiredAt: instantSchema.nullable(),
  isDateAssumed: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Transaction = z.infer<typeof transactionSchema>;

/** Answer of `GET /api/portfolios/{id}/transactions`: newest first. */
export const transactionPageSchema = z.object({
  transactions: z.array(transactionSchema),
  /** The cursor of the next page; null on the last one. */
  nextCursor: z.string().nullable(),
  /** The number of transactions that match the filters. */
  total: z.number().int(),
});
export type TransactionPage = z.infer<typeof transactionPageSchema>;

/** Query of `GET /api/portfolios/{id}/transactions`. `wallet` matches either side of a transfer. */
export const transactionQuerySchema = z.object({
  coin: coinIdSchema.optional(),
  type: z.enum(transactionTypes).optional(),
  wallet: itemIdSchema.optional(),
  /** Inclusive. */
  from: spanEndSchema.optional(),
  /** Exclusive. */
  to: spanEndSchema.optional(),
  limit: z.coerce
    .number('Must be 1 to 500')
    .int()
    .min(1, 'Must be 1 to 500')
    .max(500, 'Must be 1 to 500')
    .default(100),
  cursor: z.string().max(2000).optional(),
});
export type TransactionQuery = z.output<typeof transactionQuerySchema>;

const maxBatchSize = 1000;
export const maxTransactionNoteLength = 1000;
const tooManyDigits = 'Must have at most 24 digits before the point and 18 after it';
const isPlain = (text: string) => /^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text);
const isAboveZero = (text: string) => isPlain(text) && /[1-9]/.test(text);

function decimalSchema({ canBeZero, places }: { canBeZero: boolean; places: number }) {
  const isNumber = canBeZero ? isPlain : isAboveZero;
  return z
    .string({ error: ({ input }) => (input == null ? 'Amount is required' : undefined) })
    .min(1, 'Amount is required')
    .refine(
      (text) => text === '' || isNumber(text),
      canBeZero ? 'Must be a number, 0 or more' : 'Must be a positive number',
    )
    .refine((text) => !isNumber(text) || isLedgerDecimal(text, places), tooManyDigits)
    .meta({ description: 'At most 24 digits before the point and 18 after it' });
}

/**
 * A leg as sent by a client: `coinId` for coins, `currency` for money. The server adds the market's symbol and name.
 */
function legInputSchema(places: number) {
  return z
    .strictObject({
      coinId: coinIdSchema.optional(),
      symbol: z.string().max(1000).optional(),
      name: z.string().max(1000).optional(),
      currency: currencySchema.optional(),
      amount: decimalSchema({ canBeZero: false, places }),
    })
    .superRefine(({ coinId, currency, amount }, context) => {
      if ((coinId === undefined) === (currency === undefined))
        context.addIssue('Must have either a coinId or a currency');
      if (coinId !== undefined && isLedgerDecimal(amount, places) && !isLedgerDecimal(amount))
        context.addIssue({ code: 'custom', path: ['amount'], message: tooManyDigits });
    });
}
export type LegInput = z.output<ReturnType<typeof legInputSchema>>;

const instantInputSchema = z.iso
  .datetime({
    error: ({ input }) => (input == null ? 'Date is required' : 'Must be an ISO 8601 instant in UTC'),
  })
  .meta({ description: 'From 2009-01-03 to a day ahead' });

function inputFields(places: number) {
  const leg = legInputSchema(places).nullable().default(null);
  const wallet = itemIdSchema.nullable();
  return {
    type: z.enum(transactionTypes),
    kind: z.enum(incomeKinds).nullable().default(null),
    occurredAt: instantInputSchema,
    in: leg,
    out: leg,
    fee: leg,
    value: z
      .strictObject({ currency: currencySchema, amount: decimalSchema({ canBeZero: true, places }) })
      .nullable()
      .default(null),
    /** Defaults to `Main`. */
    wallet: wallet.default(null),
    toWallet: wallet.default(null),
    lots: z
      .array(
        z.strictObject({
          transactionId: itemIdSchema,
          amount: decimalSchema({ canBeZero: false, places: 18 }),
        }),
      )
      .max(maxBatchSize, `Must be at most ${maxBatchSize} lots`)
      .nullable()
      .default(null),
    note: z
      .string()
      // Characters that reverse the order of others would let a note, and a row of a file, look like something else.
      .overwrite((text) => text.replace(/\p{Bidi_Control}/gu, ''))
      .trim()
      .max(maxTransactionNoteLength, `Must be at most ${maxTransactionNoteLength} characters`)
      .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u, 'Must be plain text')
      .nullable()
      .default(null),
    acquiredAt: instantInputSchema.nullable().default(null),
  };
}

/** The legs of each type. With `?` the leg may be null, because the cost is unknown. */
const legRules: Record<TransactionType, { readonly in?: LegRule; readonly out?: LegRule }> = {
  buy: { in: 'coin', out: 'money?' },
  sell: { in: 'money', out: 'coin' },
  swap: { in: 'coin', out: 'coin' },
  transfer: { out: 'coin' },
  income: { in: 'coin' },
  gift_in: { in: 'coin' },
  gift_out: { out: 'coin' },
  spend: { out: 'coin' },
  loss: { out: 'coin' },
  fee: { out: 'any' },
  opening: { in: 'coin', out: 'money?' },
};
type LegRule = 'coin' | 'money' | 'money?' | 'any';
const legMessages: Record<LegRule, string> = {
  coin: 'must be a coin',
  money: 'must be money',
  'money?': 'must be money, or null if the cost is unknown',
  any: 'must be a coin or money',
};

interface SideFault {
  readonly side: 'in' | 'out';
  readonly message: string;
}
type SideKinds = { readonly [Side in 'in' | 'out']: 'coin' | 'money' | null };

/**
 * Finds the sides that a transaction of this type must not have, or that are of the wrong kind. `kinds`: null for a missing
 * side.
 */
export function findSideFaults(type: TransactionType, kinds: SideKinds): SideFault[] {
  return (['in', 'out'] as const).flatMap((side) => {
    const rule = legRules[type][side];
    if (isKindRight(kinds[side], rule)) return [];
    return [
      {
        side,
        message: `In \`${type}\`, \`${side}\` ${rule === undefined ? 'must be null' : legMessages[rule]}`,
      },
    ];
  });
}

function isKindRight(kind: 'coin' | 'money' | null, rule: LegRule | undefined): boolean {
  if (kind === null) return rule === undefined || rule === 'money?';
  if (rule === undefined) return false;
  return rule === 'any' || (kind === 'money' ? rule !== 'coin' : rule === 'coin');
}

type InputFields = z.output<z.ZodObject<ReturnType<typeof inputFields>>>;
const kindOf = (leg: LegInput | null) => leg && (leg.coinId === undefined ? 'money' : 'coin');

/** Rejects legs and fields that the type doesn't have, with an issue for each. */
function checkType(fields: InputFields, context: z.core.$RefinementCtx): void {
  const { type, in: into, out } = fields;
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  for (const { side, message } of findSideFaults(type, { in: kindOf(into), out: kindOf(out) }))
    refuse(side, message);
  if (type === 'fee' && fields.fee) refuse('fee', 'In `fee`, the fee itself is in `out`');
  if (fields.value && [into, out].some((leg) => leg?.currency !== undefined))
    refuse('value', 'Only transactions without money in `in` and `out` have a `value`');
  if (fields.kind && type !== 'income') refuse('kind', 'Only `income` has a `kind`');
  if (fields.acquiredAt && type !== 'gift_in') refuse('acquiredAt', 'Only `gift_in` has an `acquiredAt`');
  if (type === 'transfer' && fields.toWallet === null)
    refuse('toWallet', 'In `transfer`, `toWallet` is required');
  if (type !== 'transfer' && fields.toWallet !== null) refuse('toWallet', 'Only `transfer` has a `toWallet`');
  if (fields.lots?.length && out?.coinId === undefined)
    refuse('lots', 'Only transactions that take coins out can name lots');
}

/** A transaction as sent by a client. */
export const transactionInputSchema = z.strictObject(inputFields(18)).superRefine(checkType);
export type TransactionInput = z.output<typeof transactionInputSchema>;

/** Body of `POST /api/portfolios/{id}/preview`: the transaction to try out, and the id of one it would replace. */
export const previewBodySchema = z
  .strictObject({ ...inputFields(18), replaces: itemIdSchema.optional() })
  .superRefine(checkType);
export type PreviewBody = z.output<typeof previewBodySchema>;

const batchOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    transactions: z
      .array(item)
      .min(1, 'Must have 1 to 1,000 transactions')
      .max(maxBatchSize, 'Must have 1 to 1,000 transactions'),
  });
const batchSchema = batchOf(transactionInputSchema);
const uncheckedBatchSchema = batchOf(z.unknown());
export type TransactionBatch = z.output<typeof batchSchema>;

const isBatch = (body: unknown) => typeof body === 'object' && body !== null && 'transactions' in body;

/** Over all transactions of a batch. */
const maxLotsOfBatch = 10_000;

const countLots = (one: unknown) =>
  typeof one === 'object' && one !== null && 'lots' in one && Array.isArray(one.lots) ? one.lots.length : 0;

/** Counted first, because checking each lot takes time. */
function countLotsOfBatch(body: unknown): number {
  const { transactions: list } = body as { transactions: unknown };
  return Array.isArray(list) ? list.reduce((sum: number, one) => sum + countLots(one), 0) : 0;
}

export interface BodyIssue {
  readonly path: string;
  readonly message: string;
}
/** The request in a body, or what is wrong with it: 1 to 100 issues. */
export type CheckedTransactions =
  | { readonly wanted: TransactionInput | TransactionBatch }
  | { readonly issues: BodyIssue[] };

const maxIssues = 100;

function toIssues(error: z.ZodError, at: readonly PropertyKey[] = []): BodyIssue[] {
  return error.issues
    .slice(0, maxIssues)
    .map(({ path, message }) => ({ path: [...at, ...path].join('.'), message: cutIssueMessage(message) }));
}

/**
 * Checks a body of `POST /api/portfolios/{id}/transactions` in steps, because a thousand transactions take a while.
 * Yields the number of transactions and lots checked since the last yield.
 */
export function* checkTransactions(body: unknown): Generator<number, CheckedTransactions> {
  // A union would not say which field is wrong.
  if (!isBatch(body)) {
    const { data, error } = transactionInputSchema.safeParse(body);
    return error ? { issues: toIssues(error) } : { wanted: data };
  }
  if (countLotsOfBatch(body) > maxLotsOfBatch) {
    const message = `Must name at most ${maxLotsOfBatch.toLocaleString('en-US')} lots in total`;
    return { issues: [{ path: 'transactions', message }] };
  }
  const { data: batch, error: invalid } = uncheckedBatchSchema.safeParse(body);
  if (invalid) return { issues: toIssues(invalid) };
  const transactions: TransactionInput[] = [];
  const issues: BodyIssue[] = [];
  for (const [index, one] of batch.transactions.entries()) {
    const { data, error } = transactionInputSchema.safeParse(one);
    if (data) transactions.push(data);
    else issues.push(...toIssues(error!, ['transactions', index]));
    if (issues.length >= maxIssues) break;
    yield 1 + countLots(one);
  }
  return issues.length > 0 ? { issues: issues.slice(0, maxIssues) } : { wanted: { transactions } };
}

/** Body of `POST /api/portfolios/{id}/transactions`, already checked by `checkTransactions`. */
export const addTransactionsSchema = z
  .unknown()
  .transform((body) => body as TransactionInput | TransactionBatch)
  .meta({
    anyOf: [transactionInputSchema, batchSchema].map((schema) => z.toJSONSchema(schema, { io: 'input' })),
  });

/** Fields of answers that clients can't set. They are ignored in a `PUT`. */
const fixedFields = {
  id: z.unknown(),
  portfolioId: z.unknown(),
  source: z.unknown(),
  importId: z.unknown(),
  externalId: z.unknown(),
  isDateAssumed: z.unknown(),
  createdAt: z.unknown(),
};

/**
 * Body of `PUT /api/transactions/{id}`: replaces the transaction. It is refused if its `updatedAt` differs from the
 * stored one. Unchanged money may have up to 36 decimals, as a product of amount and price has.
 */
export const replaceTransactionSchema = z
  .strictObject({
    ...inputFields(36),
    ...z.object(fixedFields).partial().shape,
    updatedAt: z.iso.datetime().optional(),
  })
  .superRefine(checkType);
export type ReplaceTransaction = z.output<typeof replaceTransactionSchema>;

/** Answer of `POST /api/portfolios/{id}/transactions`: one transaction, or those of a batch in the same order. */
export const addedTransactionsSchema = z.union([
  transactionSchema,
  z.object({ transactions: z.array(transactionSchema) }),
]);

/** Body of `POST /api/portfolios/{id}/transactions/delete`. */
export const removeTransactionsSchema = z.strictObject({
  ids: z.array(itemIdSchema).min(1, 'Must have 1 to 1,000 ids').max(maxBatchSize, 'Must have 1 to 1,000 ids'),
});
