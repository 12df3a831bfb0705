import { z } from 'zod';
import { coinChoiceSchema } from './coin-choice.ts';
import { isPositiveDecimal } from './decimal.ts';
import { itemIdSchema } from './item-id.ts';
import { coinIdSchema, marketSources, marketStates } from './market.ts';

/*
 * Portfolios, their holdings and what they are worth. Amounts and money are decimal text: JSON numbers cannot keep
 * their digits. Money is US dollars.
 */

const nameSchema = z
  .string({ error: ({ input }) => (input == null ? 'Name is required' : undefined) })
  .trim()
  .min(1, 'Name is required')
  .max(60, 'Must be at most 60 characters')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be plain text');

export const portfolioSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
});
export type Portfolio = z.infer<typeof portfolioSchema>;
/** Oldest first. */
export const portfoliosSchema = z.array(portfolioSchema);

/** Body of `POST /api/portfolios` and `PUT /api/portfolios/{id}`. */
export const portfolioNameSchema = z.strictObject({ name: nameSchema });

const mustBePositive = 'Must be a positive number';

const amountSchema = z
  .string({ error: ({ input }) => (input == null ? 'Amount is required' : undefined) })
  .min(1, 'Amount is required')
  .refine((text) => text === '' || isPositiveDecimal(text), mustBePositive)
  .meta({ description: 'Above zero; at most 12 digits before the point and 18 after it' });

const purchasePriceSchema = z
  .string()
  .refine(isPositiveDecimal, mustBePositive)
  .nullable()
  .meta({ description: 'US dollars paid for one; null where it is not known' });

/** What somebody owns of one coin. `amount` and `purchasePrice` are kept and given back exactly as they were written. */
export const holdingSchema = z.object({
  id: z.string(),
  portfolioId: z.string(),
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  amount: z.string(),
  purchasePrice: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Holding = z.infer<typeof holdingSchema>;
/** In the order they were added. */
export const holdingsSchema = z.array(holdingSchema);

/** Body of `POST /api/portfolio`; without `portfolioId` the oldest portfolio takes it. */
export const addHoldingSchema = z.strictObject({
  ...coinChoiceSchema.shape,
  amount: amountSchema,
  purchasePrice: purchasePriceSchema.default(null),
  portfolioId: itemIdSchema.optional(),
});
export type AddHolding = z.output<typeof addHoldingSchema>;

/** Body of `PUT /api/portfolio/{id}`: what is not named stays as it is. */
export const updateHoldingSchema = z
  .strictObject({ amount: amountSchema.optional(), purchasePrice: purchasePriceSchema.optional() })
  .refine(({ amount, purchasePrice }) => amount !== undefined || purchasePrice !== undefined, {
    message: 'Amount is required',
    path: ['amount'],
  });
export type UpdateHolding = z.output<typeof updateHoldingSchema>;

/**
 * How far a holding's price can be trusted. `live`: as fresh as the market. `stale`: older than that. `quarantined`:
 * the newest one is not believed, this is the last that was. `unavailable`: none can be had at the moment. `gone`: the
 * market no longer has the coin, or no price for it. Without a price nothing is computed from it: never zero.
 */
export const priceStates = ['live', 'stale', 'quarantined', 'unavailable', 'gone'] as const;
export type PriceState = (typeof priceStates)[number];

const decimal = z.string();
const maybeDecimal = decimal.nullable();

/** A holding and what it is worth. Null: cannot be said without a price. */
export const valuedHoldingSchema = z.object({
  ...holdingSchema.shape,
  price: maybeDecimal,
  priceState: z.enum(priceStates),
  /** When that price was fetched; null where there is none. */
  priceAsOf: z.iso.datetime().nullable(),
  /** amount × price, exact. */
  value: maybeDecimal,
  /** amount × purchase price, exact; 0 where no purchase price is recorded. */
  invested: decimal,
  hasCost: z.boolean(),
  /** value − invested, exact. */
  pnl: maybeDecimal,
  /** P&L over invested in percent, rounded to 8 places, half away from zero; 0 where nothing is invested. */
  pnlPercent: maybeDecimal,
  /** amount × the price's change in 24 hours, exact; null where that is not known. */
  change24h: maybeDecimal,
  /** Part of the total value in percent, rounded to 8 places. */
  sharePercent: maybeDecimal,
});
export type ValuedHolding = z.infer<typeof valuedHoldingSchema>;

/** Sums over the holdings that have a price; those that have none are counted beside them. */
export const portfolioTotalsSchema = z.object({
  value: decimal,
  invested: decimal,
  pnl: decimal,
  pnlPercent: decimal,
  /** Over the holdings whose change is known; null where there is none. */
  change24h: maybeDecimal,
  /** That change over what those holdings were worth before it, in percent. */
  change24hPercent: maybeDecimal,
  /** How much of `value` has no cost recorded, and in how many holdings. */
  valueWithoutCost: decimal,
  withoutCost: z.number().int(),
  /** How many holdings have no price, and what was paid for them; in none of the sums above. */
  withoutPrice: z.number().int(),
  investedWithoutPrice: decimal,
});
export type PortfolioTotals = z.infer<typeof portfolioTotalsSchema>;

/** Answer of `GET /api/portfolios/{id}/performance`: holdings by P&L percent, the highest first, those without a price last. */
export const portfolioPerformanceSchema = z.object({
  portfolioId: z.string(),
  source: z.enum(marketSources),
  state: z.enum(marketStates),
  asOf: z.iso.datetime().nullable(),
  totals: portfolioTotalsSchema,
  holdings: z.array(valuedHoldingSchema),
});
export type PortfolioPerformance = z.infer<typeof portfolioPerformanceSchema>;

const maxDays = 365;

/** Query of `GET /api/portfolios/{id}/history`; how far back it may go is the plan's to say. */
export const portfolioHistoryQuerySchema = z.object({
  days: z
    .union([z.literal('max'), z.coerce.number().int().min(1).max(maxDays)], `Must be 1 to ${maxDays}, or max`)
    .default(7),
});

/** The coins of a portfolio that are drawn over time: those worth most. */
export const maxCoinsDrawn = 50;

/**
 * Answer of `GET /api/portfolios/{id}/history`: what today's holdings were worth, for drawing. The line begins where
 * every coin in it has a price, and ends with the value now.
 */
export const portfolioHistorySchema = z.object({
  source: z.enum(marketSources),
  /** [milliseconds since 1970, US dollars], oldest first. */
  values: z.array(z.tuple([z.number(), z.number()])),
  /** Coins that are not in the line: without price or price history, or not among the `maxCoinsDrawn` worth most. */
  leftOut: z.array(z.object({ coinId: coinIdSchema, symbol: z.string(), name: z.string() })),
});
export type PortfolioHistory = z.infer<typeof portfolioHistorySchema>;
