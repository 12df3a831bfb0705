import { z } from 'zod';
import { coinIdSchema } from '../market.ts';
import { priceStates } from '../portfolio.ts';
import { currencySchema, methods, scopes } from './settings.ts';

/*
 * What follows from a ledger: holdings, lots, disposals, methods side by side. Decimal text throughout, exact; averages and
 * unit costs half-even to 18 places, percents to 8. Null: not known. What is unknown is in no sum, and counted beside it.
 */

const decimal = z.string();
const maybeDecimal = decimal.nullable();
const instantSchema = z.iso.datetime();
/** An instant, or a date (its midnight UTC). */
export const spanEndSchema = z.union([instantSchema, z.iso.date()], 'Must be a date or an ISO 8601 instant');

export const problemKinds = [
  'unknown_origin',
  'negative_balance',
  'unknown_cost',
  'no_price',
  'price_pending',
  'no_rate',
  'lot_missing',
  'assumed_date',
  'assumed_value',
  'missing_before',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** What is wrong or not known, in a sentence, and the transaction that it comes from. */
export const problemSchema = z.object({
  kind: z.enum(problemKinds),
  message: z.string(),
  transactionId: z.string().nullable(),
});
export type LedgerProblem = z.infer<typeof problemSchema>;

/** How figures are wanted; what is left out is as in the portfolio's settings. */
export const figureQuerySchema = z.object({
  method: z.enum(methods).optional(),
  scope: z.enum(scopes).optional(),
  currency: currencySchema.optional(),
  /** As of an instant of the past. */
  at: spanEndSchema.optional(),
});

/** Query of `GET /api/portfolios/{id}/holdings`. `all`: also coins of which nothing is held. */
export const holdingQuerySchema = figureQuerySchema.extend({
  all: z.stringbool('Must be true or false').default(false),
});

/** Query of `GET /api/portfolios/{id}/lots`. Without `coin`: over all coins. */
export const lotQuerySchema = figureQuerySchema.extend({ coin: coinIdSchema.optional() });

const spanShape = {
  /** Inclusive. */
  from: spanEndSchema.optional(),
  /** Exclusive. */
  to: spanEndSchema.optional(),
};

const maxDisposals = 500;

/** Query of `GET /api/portfolios/{id}/disposals`. */
export const disposalQuerySchema = figureQuerySchema.omit({ at: true }).extend({
  ...spanShape,
  coin: coinIdSchema.optional(),
  limit: z.coerce
    .number(`Must be 1 to ${maxDisposals}`)
    .int()
    .min(1, `Must be 1 to ${maxDisposals}`)
    .max(maxDisposals, `Must be 1 to ${maxDisposals}`)
    .default(100),
  cursor: z.string().max(500).optional(),
});

/** Query of `GET /api/portfolios/{id}/methods`. */
export const methodQuerySchema = z.object({ ...spanShape, currency: currencySchema.optional() });

/** Query of `POST /api/portfolios/{id}/preview`. */
export const previewQuerySchema = figureQuerySchema.pick({ currency: true });

const figureHead = {
  asOf: instantSchema,
  method: z.enum(methods),
  scope: z.enum(scopes),
  currency: z.string(),
};

export const ledgerHoldingSchema = z.object({
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  /** The balance over all wallets, also below zero. */
  amount: decimal,
  /** Of what is held and has a known cost. */
  costBasis: maybeDecimal,
  averageCost: maybeDecimal,
  /** How much of the amount has no known cost. */
  unknownCostAmount: decimal,
  price: maybeDecimal,
  priceState: z.enum(priceStates),
  priceAsOf: instantSchema.nullable(),
  value: maybeDecimal,
  /** Of what has a known cost: its value less that cost. */
  unrealized: maybeDecimal,
  /** Of the cost basis; null where that is 0. */
  unrealizedPercent: maybeDecimal,
  realized: maybeDecimal,
  income: maybeDecimal,
  fees: maybeDecimal,
  /** The number of open lots, or pools. */
  lots: z.number().int(),
  firstAcquiredAt: instantSchema.nullable(),
  wallets: z.array(z.object({ wallet: z.string(), amount: decimal })),
  problems: z.array(problemSchema),
});
export type LedgerHolding = z.infer<typeof ledgerHoldingSchema>;

/** Answer of `GET /api/portfolios/{id}/holdings`. */
export const ledgerHoldingsSchema = z.object({
  ...figureHead,
  holdings: z.array(ledgerHoldingSchema),
  totals: z.object({
    value: maybeDecimal,
    costBasis: maybeDecimal,
    unrealized: maybeDecimal,
    /** Of the cost basis of the holdings that have a price. */
    unrealizedPercent: maybeDecimal,
    realized: maybeDecimal,
    income: maybeDecimal,
    /** With those of transactions without a coin. */
    fees: maybeDecimal,
    /** How many holdings and disposals have a part of unknown cost. */
    unknownCost: z.number().int(),
    /** How many problems the holdings have, also those of which nothing is held. */
    problems: z.number().int(),
  }),
});
export type LedgerHoldings = z.infer<typeof ledgerHoldingsSchema>;

export const openLotSchema = z.object({
  /** Null: a pool. */
  transactionId: z.string().nullable(),
  coinId: coinIdSchema,
  acquiredAt: instantSchema.nullable(),
  /** Null with scope `portfolio`. */
  wallet: z.string().nullable(),
  amount: decimal,
  remaining: decimal,
  unitCost: maybeDecimal,
  /** Of what remains. */
  cost: maybeDecimal,
});
export type OpenLot = z.infer<typeof openLotSchema>;

/** Answer of `GET /api/portfolios/{id}/lots`, in the order in which the method would use them. */
export const openLotsSchema = z.object({ ...figureHead, lots: z.array(openLotSchema) });
export type OpenLots = z.infer<typeof openLotsSchema>;

export const matchRules = ['lot', 'pool', 'same_day', 'thirty_days', 'none'] as const;
export type MatchRule = (typeof matchRules)[number];

/** A part of a disposal and where it came from. `none`: nothing covers it. */
export const matchSchema = z.object({
  transactionId: z.string().nullable(),
  acquiredAt: instantSchema.nullable(),
  amount: decimal,
  cost: maybeDecimal,
  rule: z.enum(matchRules),
});
export type Match = z.infer<typeof matchSchema>;

export const disposalSchema = z.object({
  transactionId: z.string(),
  disposedAt: instantSchema,
  coinId: coinIdSchema,
  symbol: z.string(),
  amount: decimal,
  /** A fee that was paid in a coin. */
  isFee: z.boolean(),
  proceeds: maybeDecimal,
  cost: maybeDecimal,
  gain: maybeDecimal,
  unknownCost: z.boolean(),
  matches: z.array(matchSchema),
  problems: z.array(problemSchema),
});
export type Disposal = z.infer<typeof disposalSchema>;

/** Answer of `GET /api/portfolios/{id}/disposals`: newest first. `totals`: of all by these filters that are known. */
export const disposalPageSchema = z.object({
  disposals: z.array(disposalSchema),
  nextCursor: z.string().nullable(),
  totals: z.object({
    proceeds: maybeDecimal,
    cost: maybeDecimal,
    gain: maybeDecimal,
    unknownCost: z.number().int(),
    count: z.number().int(),
  }),
});
export type DisposalPage = z.infer<typeof disposalPageSchema>;

/** Answer of `GET /api/portfolios/{id}/methods`: every method side by side. */
export const methodComparisonSchema = z.object({
  methods: z.array(
    z.object({
      method: z.enum(methods),
      scope: z.enum(scopes),
      realized: maybeDecimal,
      unrealized: maybeDecimal,
      remainingCost: maybeDecimal,
      proceeds: maybeDecimal,
      income: maybeDecimal,
      fees: maybeDecimal,
    }),
  ),
});
export type MethodComparison = z.infer<typeof methodComparisonSchema>;

/** Answer of `POST /api/portfolios/{id}/preview`: what a transaction that is not stored would do. */
export const previewSchema = z.object({
  /** Of the disposals that the transaction makes; by the settings' method, with Pro by every method. */
  methods: z.array(
    z.object({
      method: z.enum(methods),
      scope: z.enum(scopes),
      proceeds: maybeDecimal,
      cost: maybeDecimal,
      gain: maybeDecimal,
      /** The first 1,000; all by every method would be many megabytes. */
      matches: z.array(matchSchema),
      /** How many there are. */
      matchCount: z.number().int(),
    }),
  ),
  /** The coins that it touches, by the settings' method. */
  holdings: z.object({ before: z.array(ledgerHoldingSchema), after: z.array(ledgerHoldingSchema) }),
});
export type Preview = z.infer<typeof previewSchema>;
