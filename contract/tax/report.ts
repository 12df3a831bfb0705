import { z } from 'zod';
import { matchSchema, problemKinds } from '../ledger/figures.ts';
import { methods, scopes } from '../ledger/settings.ts';
import { coinIdSchema } from '../market.ts';
import { type TaxCountry, taxBases, taxCountries } from './choice.ts';
import { taxMethods } from './methods.ts';

/*
 * A tax report: one country's rules applied to one year of a ledger. Figures are exact decimal text; null means
 * unknown. Days are in the report's time zone, instants in UTC. docs/tax.md has the rules and their sources.
 */

const decimal = z.string();
const maybeDecimal = decimal.nullable();
const instantSchema = z.iso.datetime();
const daySchema = z.iso.date();

/** Sums over the lines that count. Null: there are lines, but none has a known value. `losses` is positive. */
export const taxTotalsSchema = z.object({
  proceeds: maybeDecimal,
  cost: maybeDecimal,
  gains: maybeDecimal,
  losses: maybeDecimal,
  net: maybeDecimal,
});
export type TaxTotals = z.infer<typeof taxTotalsSchema>;

/** Why coins were disposed of. `mixed`: one day's line combines several kinds. */
export const taxLineKinds = ['sell', 'swap', 'spend', 'fee', 'gift_out', 'loss', 'mixed'] as const;
export type TaxLineKind = (typeof taxLineKinds)[number];

/**
 * The rule that a line follows: the ledger's (`lot`, `pool`, `same_day`, `thirty_days`, `none`) or a country's
 * (`section_104` is the pool of GB).
 */
export const taxRules = [
  'lot',
  'pool',
  'same_day',
  'thirty_days',
  'section_104',
  'none',
  'portfolio_share',
  'adjusted_cost_base',
  'superficial_loss',
  'market_value',
  'within_one_year',
  'beyond_one_year',
] as const;
export type TaxRule = (typeof taxRules)[number];

/** The query of `GET /api/portfolios/{id}/proof` that proves the gain of a line. */
export const taxProofSchema = z.object({
  /** `realized`: of all disposals of the coin on a day, from `from` to before `to`. */
  figure: z.enum(['gain', 'realized']),
  portfolioId: z.string(),
  coin: coinIdSchema,
  transaction: z.string().optional(),
  isFee: z.boolean().optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  method: z.enum(taxMethods),
  scope: z.enum(scopes),
  currency: z.string(),
  /** If the ledger has no such figure: the line is proved by the rules of its country. */
  country: z.enum(taxCountries).optional(),
  timeZone: z.string().optional(),
  /** The ids of the other portfolios in the calculation, separated by commas. */
  with: z.string().optional(),
});
export type TaxProof = z.infer<typeof taxProofSchema>;

export const taxLineSchema = z.object({
  /** From 1, in report order; the `line` of a proof query. */
  number: z.number().int(),
  kind: z.enum(taxLineKinds),
  day: daySchema,
  /** The time of the line's first disposal. */
  disposedAt: instantSchema,
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  amount: decimal,
  proceeds: maybeDecimal,
  cost: maybeDecimal,
  /** Null if the proceeds or the cost are unknown. */
  gain: maybeDecimal,
  /** Selling costs, already deducted from the proceeds. */
  fees: maybeDecimal,
  /** US, CA: the amount added to the gain on the form (column g), such as a denied loss; 0 elsewhere. */
  adjustment: decimal,
  /** A date, `various`, or null if unknown. */
  acquiredAt: z.union([daySchema, z.literal('various')]).nullable(),
  term: z.enum(['short', 'long']).nullable(),
  /** US: the box of Form 8949. */
  box: z.string().nullable(),
  /** Exempt from tax, and not part of any total. */
  exempt: z.boolean(),
  rules: z.array(z.enum(taxRules)),
  /**
   * GB, CA: the coin's pool after the line. FR: the acquisition cost left in the whole portfolio (`amount` is null).
   */
  poolAfter: z.object({ amount: maybeDecimal, cost: maybeDecimal }).nullable(),
  /** FR: the value of the whole portfolio at the time. */
  portfolioValue: maybeDecimal,
  transactionIds: z.array(z.string()),
  matches: z.array(matchSchema),
  /** Why something is unknown, as a sentence. */
  problem: z.string().nullable(),
  proofs: z.array(taxProofSchema),
});
export type TaxLine = z.infer<typeof taxLineSchema>;

export const taxIncomeLineSchema = z.object({
  day: daySchema,
  transactionId: z.string(),
  /** The kind of income; `other` if none was given. */
  kind: z.string(),
  coinId: coinIdSchema,
  symbol: z.string(),
  amount: decimal,
  value: maybeDecimal,
});
export type TaxIncomeLine = z.infer<typeof taxIncomeLineSchema>;

/** How a rule changes the ledger's totals, and the rule's source. */
export const taxDifferenceSchema = z.object({
  rule: z.string(),
  text: z.string(),
  source: z.string(),
  proceeds: decimal,
  cost: decimal,
  gains: decimal,
  losses: decimal,
  net: decimal,
});
export type TaxDifference = z.infer<typeof taxDifferenceSchema>;

export const taxProblemSchema = z.object({
  kind: z.enum([...problemKinds, 'no_portfolio_value']),
  message: z.string(),
  transactionId: z.string().nullable(),
  /** The day of that transaction. */
  day: daySchema.nullable(),
  /** How much `net` could change at most if the missing costs or proceeds were zero; null if there is no bound. */
  largestDifference: maybeDecimal,
});
export type TaxProblem = z.infer<typeof taxProblemSchema>;

const taxNoteKinds = [
  'no_advice',
  'method',
  'rule',
  'limit',
  'missing',
  'portfolios',
  'window',
  'allocation',
  'apart',
] as const;
/** A sentence for the first page, and the source of its rule. */
export const taxNoteSchema = z.object({
  kind: z.enum(taxNoteKinds),
  text: z.string(),
  source: z.string().nullable(),
});
export type TaxNote = z.infer<typeof taxNoteSchema>;

/** An allowance, limit or rate of the year, with its source. `value`: money, or percent for a rate. */
export const taxLimitSchema = z.object({
  name: z.string(),
  value: decimal,
  unit: z.enum(['money', 'percent']),
  source: z.string(),
});
export type TaxLimit = z.infer<typeof taxLimitSchema>;

/** A lot left at the end of the year, or a pool (`acquiredAt` and `transactionId` are null). */
export const taxLotSchema = z.object({
  coinId: coinIdSchema,
  symbol: z.string(),
  transactionId: z.string().nullable(),
  acquiredAt: instantSchema.nullable(),
  wallet: z.string().nullable(),
  /** The user's name for it; for wallets of other portfolios, preceded by the portfolio's name. */
  walletName: z.string().nullable(),
  amount: decimal,
  cost: maybeDecimal,
});
export type TaxLot = z.infer<typeof taxLotSchema>;

/** A transaction whose cost is unknown. */
export const taxUnknownCostSchema = z.object({
  transactionId: z.string(),
  day: daySchema,
  coinId: coinIdSchema,
  symbol: z.string(),
  amount: decimal,
  reason: z.string(),
});
export type TaxUnknownCost = z.infer<typeof taxUnknownCostSchema>;

/** `value` is null if there are lines, but none has a known value. */
const boxSchema = z.object({ box: z.string(), label: z.string(), value: z.string().nullable() });

const gbDetailsSchema = z.object({
  country: z.literal('GB'),
  /** The boxes of that year's SA108, in whole pounds as the form requires: gains rounded down, losses and costs up. */
  boxes: z.array(boxSchema),
  annualExemptAmount: maybeDecimal,
  /** `net` less the annual exempt amount, at least 0; before losses of other years. Null if a gain is unknown. */
  taxable: maybeDecimal,
  /** 2024/25: the totals up to 29 October 2024, and from 30 October, when the rates changed. */
  before30October: taxTotalsSchema.nullable(),
  from30October: taxTotalsSchema.nullable(),
  reportingLimit: z.object({ limit: decimal, proceeds: maybeDecimal, isAbove: z.boolean() }).nullable(),
  /** The last day on which purchases can change the report; null if it has passed. */
  openUntil: daySchema.nullable(),
});

const usDetailsSchema = z.object({
  country: z.literal('US'),
  basis: z.enum(taxBases),
  /** Form 8949 by box. `adjustment` is column (g). */
  form8949: z.array(
    z.object({
      box: z.string(),
      term: z.enum(['short', 'long']),
      ...taxTotalsSchema.shape,
      lines: z.number().int(),
    }),
  ),
  /** Schedule D: its lines 3 (short) and 10 (long), 7, 15 and 16. */
  scheduleD: z.array(boxSchema),
  shortTerm: taxTotalsSchema,
  longTerm: taxTotalsSchema,
});

const deDetailsSchema = z.object({
  country: z.literal('DE'),
  /**
   * § 23 EStG: sales within a year of acquisition. `isExempt`: the total is below the limit, so all of it is exempt.
   * If unknown gains could reach the limit, it is not, and `taxable` is null.
   */
  sales: z.object({ limit: maybeDecimal, total: maybeDecimal, isExempt: z.boolean(), taxable: maybeDecimal }),
  /** § 22 Nr. 3 EStG: income from staking, lending and the like. */
  income: z.object({
    limit: maybeDecimal,
    total: maybeDecimal,
    isExempt: z.boolean(),
    taxable: maybeDecimal,
  }),
  /** Totals of the exempt lines: sales more than a year after acquisition. */
  exemptTotals: taxTotalsSchema,
});

const frDetailsSchema = z.object({
  country: z.literal('FR'),
  /** Of the whole portfolio, at the beginning and end of the year. */
  acquisitionCostBefore: maybeDecimal,
  acquisitionCostAfter: maybeDecimal,
  /** The year's sales, and the limit up to which they are exempt. */
  sales: maybeDecimal,
  exemptionLimit: maybeDecimal,
  isExempt: z.boolean(),
});

const caDetailsSchema = z.object({
  country: z.literal('CA'),
  superficialLosses: z.array(
    z.object({
      line: z.number().int(),
      transactionIds: z.array(z.string()),
      coinId: coinIdSchema,
      /** Money: the loss, and the part of it that is denied. */
      loss: decimal,
      denied: decimal,
      /** Amounts of coins: the denied part is the smallest of them ÷ `sold`. */
      sold: decimal,
      acquired: decimal,
      held: decimal,
    }),
  ),
  deniedTotal: decimal,
  inclusionRate: maybeDecimal,
  taxable: maybeDecimal,
});

const genericDetailsSchema = z.object({ country: z.literal('generic') });

export const taxDetailsSchema = z.discriminatedUnion('country', [
  gbDetailsSchema,
  usDetailsSchema,
  deDetailsSchema,
  frDetailsSchema,
  caDetailsSchema,
  genericDetailsSchema,
]);
export type TaxDetails = z.infer<typeof taxDetailsSchema>;
export type TaxDetailsOf<Country extends TaxCountry> = Extract<TaxDetails, { country: Country }>;

/** Answer of `GET /api/portfolios/{id}/tax` with `format=json`. */
export const taxReportSchema = z.object({
  country: z.enum(taxCountries),
  year: z.number().int(),
  /** Such as `2024/25` for GB; elsewhere the year. */
  yearName: z.string(),
  /** `from` is inclusive, `to` exclusive, as in `/disposals`. */
  from: instantSchema,
  to: instantSchema,
  firstDay: daySchema,
  lastDay: daySchema,
  timeZone: z.string(),
  currency: z.string(),
  method: z.enum(taxMethods),
  scope: z.enum(scopes),
  basis: z.enum(taxBases).nullable(),
  /** The portfolio and the other portfolios included. */
  portfolios: z.array(z.object({ id: z.string(), name: z.string() })),
  /** How many other portfolios of the account have transactions but aren't included. */
  otherPortfolios: z.number().int(),
  /** The coins in the tables below, sorted by id. */
  coins: z.array(z.object({ coinId: coinIdSchema, symbol: z.string(), name: z.string() })),
  lines: z.array(taxLineSchema),
  /** Disposals that aren't sales here, such as stolen coins and gifts. Not included in any total. */
  apart: z.array(taxLineSchema),
  totals: taxTotalsSchema,
  income: z.object({ total: maybeDecimal, byKind: z.record(z.string(), maybeDecimal) }),
  incomeLines: z.array(taxIncomeLineSchema),
  /** The ledger's own totals for the span, by its settings; adding `differences` gives `totals`. Null counts as 0. */
  ledger: z.object({ method: z.enum(methods), scope: z.enum(scopes), totals: taxTotalsSchema }),
  differences: z.array(taxDifferenceSchema),
  problems: z.array(taxProblemSchema),
  /** The largest differences of all problems together; null if one has no bound. */
  largestDifference: maybeDecimal,
  notes: z.array(taxNoteSchema),
  limits: z.array(taxLimitSchema),
  /** False if no allowances, limits or rates are known for the year. */
  hasLimits: z.boolean(),
  /** Left at the end of the year. */
  pools: z.array(taxLotSchema),
  lots: z.array(taxLotSchema),
  unknownCosts: z.array(taxUnknownCostSchema),
  details: taxDetailsSchema,
  /** The versions of the tax engine and the ledger engine. */
  engine: z.string(),
});
export type TaxReport = z.infer<typeof taxReportSchema>;
