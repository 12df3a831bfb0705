import { z } from 'zod';
import { coinIdSchema } from '../market.ts';

/*
 * A portfolio's dated transactions. Amounts and money are decimal text, up to 24 digits before the point and 18 after;
 * instants are ISO 8601, UTC.
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

/** What an income was for. */
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

export const coinLegSchema = z.object({
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  amount: z.string(),
});
/** Money: `currency` in upper case. */
export const moneyLegSchema = z.object({ currency: z.string(), amount: z.string() });
const legSchema = z.union([coinLegSchema, moneyLegSchema]);
export type CoinLeg = z.infer<typeof coinLegSchema>;
export type MoneyLeg = z.infer<typeof moneyLegSchema>;
export type Leg = z.infer<typeof legSchema>;

export const lotPickSchema = z.object({ transactionId: z.string(), amount: z.string() });

const instantSchema = z.iso.datetime();

/** One transaction as the calls answer it. `wallet` and `toWallet` are ids. */
export const transactionSchema = z.object({
  id: z.string(),
  portfolioId: z.string(),
  type: z.enum(transactionTypes),
  kind: z.enum(incomeKinds).nullable(),
  occurredAt: instantSchema,
  in: legSchema.nullable(),
  out: legSchema.nullable(),
  fee: legSchema.nullable(),
  /** What the coin leg was worth then, where no leg is money. */
  value: moneyLegSchema.nullable(),
  wallet: z.string(),
  /** Of a transfer: where the coins went. */
  toWallet: z.string().nullable(),
  lots: z.array(lotPickSchema).nullable(),
  note: z.string().nullable(),
  source: z.enum(['manual', 'position', 'import']),
  importId: z.string().nullable(),
  externalId: z.string().nullable(),
  /** When a donor had acquired what was given. */
  acquiredAt: instantSchema.nullable(),
  isDateAssumed: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export type Transaction = z.infer<typeof transactionSchema>;

/** Answer of `GET /api/portfolios/{id}/transactions`: newest first. */
export const transactionPageSchema = z.object({
  transactions: z.array(transactionSchema),
  /** Of the next page; null: this is the last. */
  nextCursor: z.string().nullable(),
  /** How many there are by these filters. */
  total: z.number().int(),
});
export type TransactionPage = z.infer<typeof transactionPageSchema>;
