import { z } from 'zod';
import { coinIdSchema } from '../market.ts';
import { priceStates } from '../portfolio.ts';
import { currencySchema, methods, scopes } from './settings.ts';

/*
 * Figures derived from a ledger: holdings, lots, disposals, and a comparison of methods. All are exact decimal text,
 * except that averages and unit costs are rounded half-even to 18 decimals and percentages to 8. Null means unknown.
 * Unknown values are left out of sums and counted separately.
 */

const decimal = z.string();
const maybeDecimal = decimal.nullable();
const instantSchema = z.iso.datetime();
/** An instant, or a date meaning its midnight in UTC. */
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

/** Something wrong or unknown, as a sentence, and the transaction that causes it. */
export const problemSchema = z.object({
  kind: z.enum(problemKinds),
  message: z.string(),
  transactionId: z.string().nullable(),
});
export type LedgerProblem = z.infer<typeof problemSchema>;

/** How to compute figures. Omitted parameters default to the portfolio's settings. */
export const figureQuerySchema = z.object({
  method: z.enum(methods).optional(),
  scope: z.enum(scopes).optional(),
  currency: currencySchema.optional(),
  /** Computes the figures as of a past instant. */
  at: spanEndSchema.optional(),
});

/** Query of `GET /api/portfolios/{id}/holdings`. `all` includes coins with a zero balance. */
export const holdingQuerySchema = figureQuerySchema.extend({
  all: z.stringbool('Must be true or false').default(false),
});

/** Query of `GET /api/portfolios/{id}/lots`. Without `coin`: the lots of all coins. */
export const lotQuerySchema = figureQuerySchema.extend({
  coin: coinIdSchema.optional(),
  /** The id of a transaction to leave out, such as one that is being edited. */
  without: z.string().max(100).optional(),
});

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
  /** The balance over all wallets; may be negative. */
  amount: decimal,
  /** Of the part of the balance with a known cost. */
  costBasis: maybeDecimal,
  averageCost: maybeDecimal,
  /** The part of the amount whose cost is unknown. */
  unknownCostAmount: decimal,
  price: maybeDecimal,
  priceState: z.enum(priceStates),
  priceAsOf: instantSchema.nullable(),
  value: maybeDecimal,
  /** Market value less cost, for the part with a known cost. */
  unrealized: maybeDecimal,
  /** Relative to the cost basis; null if that is 0. */
  unrealizedPercent: maybeDecimal,
  realized: maybeDecimal,
  income: maybeDecimal,
  fees: maybeDecimal,
  /** The number of open lots or pools. */
  lots: z.number().int(),
  firstAcquiredAt: instantSchema.nullable(),
  wallets: z.array(z.object({ wallet: z.string(), amount: decimal })),
  problems: z.array(problemSchema),
  /** How many problems there are in total; only if not all are listed: a coin has at most 1,000, an answer 5,000. */
  problemCount: z.number().int().optional(),
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
    /** Relative to the cost basis of the holdings with a price. */
    unrealizedPercent: maybeDecimal,
    realized: maybeDecimal,
    income: maybeDecimal,
    /** Includes fees of transactions without a coin. */
    fees: maybeDecimal,
    /** The number of holdings and disposals with a part of unknown cost. */
    unknownCost: z.number().int(),
    /** Disposals whose gain isn't known, which `realized` leaves out. Absent if there are none. */
    unknownGain: z.number().int().optional(),
    /** The number of problems of all coins, including those with a zero balance. */
    problems: z.number().int(),
  }),
});
export type LedgerHoldings = z.infer<typeof ledgerHoldingsSchema>;

export const openLotSchema = z.object({
  /** Null for a pool. */
  transactionId: z.string().nullable(),
  coinId: coinIdSchema,
  acquiredAt: instantSchema.nullable(),
  /** Null if the scope is `portfolio`. */
  wallet: z.string().nullable(),
  amount: decimal,
  remaining: decimal,
  unitCost: maybeDecimal,
  /** The cost of the remaining amount. */
  cost: maybeDecimal,
});
export type OpenLot = z.infer<typeof openLotSchema>;

/** Answer of `GET /api/portfolios/{id}/lots`, in the order in which the method would use them. */
export const openLotsSchema = z.object({ ...figureHead, lots: z.array(openLotSchema) });
export type OpenLots = z.infer<typeof openLotsSchema>;

export const matchRules = ['lot', 'pool', 'same_day', 'thirty_days', 'none'] as const;
export type MatchRule = (typeof matchRules)[number];

/** A part of a disposal and the lot it was taken from. `none`: no lot covers it. */
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
  /** Whether it is a fee paid in a coin. */
  isFee: z.boolean(),
  proceeds: maybeDecimal,
  cost: maybeDecimal,
  gain: maybeDecimal,
  unknownCost: z.boolean(),
  matches: z.array(matchSchema),
  /** How many matches there are in total; only if there are more than the 10,000 that are listed. */
  matchCount: z.number().int().optional(),
  problems: z.array(problemSchema),
});
export type Disposal = z.infer<typeof disposalSchema>;

/**
 * Answer of `GET /api/portfolios/{id}/disposals`: newest first. A page ends early if its disposals have more than 10,000
 * matches in all. `totals`: known values of all that match the filters.
 */
export const disposalPageSchema = z.object({
  disposals: z.array(disposalSchema),
  nextCursor: z.string().nullable(),
  totals: z.object({
    proceeds: maybeDecimal,
    cost: maybeDecimal,
    gain: maybeDecimal,
    unknownCost: z.number().int(),
    /** How many have no known gain, if more than those without a known cost: of others, what came in is unknown. */
    unknownGain: z.number().int().optional(),
    count: z.number().int(),
  }),
  /** The UTC years with disposals or income, newest first, whatever the span. */
  years: z.array(z.number().int()),
});
export type DisposalPage = z.infer<typeof disposalPageSchema>;

/** Answer of `GET /api/portfolios/{id}/methods`: a comparison of all methods. */
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
      /** Disposals whose gain isn't known, which `realized` leaves out. Absent if there are none. */
      unknownGain: z.number().int().optional(),
      /** Coins with a part of unknown cost, which `unrealized` and `remainingCost` leave out. Absent if there are none. */
      unknownCost: z.number().int().optional(),
      /** Coins with a cost but without a price, which `unrealized` leaves out. Absent if there are none. */
      unpriced: z.number().int().optional(),
    }),
  ),
});
export type MethodComparison = z.infer<typeof methodComparisonSchema>;

/** Answer of `POST /api/portfolios/{id}/preview`: the effect of a transaction, without storing it. */
export const previewSchema = z.object({
  /** The disposals the transaction would make, by the settings' method, or on Pro by every method. */
  methods: z.array(
    z.object({
      method: z.enum(methods),
      scope: z.enum(scopes),
      proceeds: maybeDecimal,
      cost: maybeDecimal,
      gain: maybeDecimal,
      /** The first 1,000: listing all of them for every method would take many megabytes. */
      matches: z.array(matchSchema),
      /** How many matches there are in total. */
      matchCount: z.number().int(),
    }),
  ),
  /** The lots the transaction would add. `cost` includes the fee; null if it isn't known. */
  adds: z.array(z.object({ coinId: z.string(), amount: z.string(), cost: maybeDecimal })),
  /** The coins affected, by the settings' method. */
  holdings: z.object({ before: z.array(ledgerHoldingSchema), after: z.array(ledgerHoldingSchema) }),
});
export type Preview = z.infer<typeof previewSchema>;
