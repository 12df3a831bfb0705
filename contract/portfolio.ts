import { z } from 'zod';
import { coinChoiceSchema } from './coin-choice.ts';
import { findDecimalFault, isPositiveDecimal } from './decimal.ts';
import { itemIdSchema } from './item-id.ts';
import { currencySchema } from './ledger/settings.ts';
import { coinIdSchema, marketSources, marketStates } from './market.ts';
import { plainLine } from './plain-line.ts';

/*
 * Portfolios, holdings and their values. Amounts and money are decimal text, because JSON numbers lose digits. Money
 * is in US dollars.
 */

const nameSchema = z
  .string({ error: ({ input }) => (input == null ? 'Name is required' : undefined) })
  .trim()
  .min(1, 'Name is required')
  .max(60, 'Must be at most 60 characters')
  .regex(plainLine, 'Must be plain text');

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

const faultOf = { error: ({ input }: { input?: unknown }) => findDecimalFault(String(input)) };

const amountSchema = z
  .string({ error: ({ input }) => (input == null ? 'Amount is required' : undefined) })
  .min(1, 'Amount is required')
  .refine((text) => text === '' || isPositiveDecimal(text), faultOf)
  .meta({ description: 'Above zero; at most 12 digits before the point and 18 after it' });

const purchasePriceSchema = z
  .string()
  .refine(isPositiveDecimal, faultOf)
  .nullable()
  .meta({ description: 'Price paid for one coin; null if unknown' });

/**
 * An amount of one coin: either an opening in the ledger, with `amount` and `purchasePrice` exactly as entered, or the
 * ledger's figures for a coin that also has other transactions.
 */
export const holdingSchema = z.object({
  id: z.string(),
  portfolioId: z.string(),
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  amount: z.string(),
  purchasePrice: z.string().nullable(),
  /** The currency of the purchase price, if not US dollars. */
  currency: z.string().optional(),
  /**
   * Set for the ledger's balance and average cost. Such an item has the id `coin:{coinId}` and can't be edited here.
   */
  derived: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
});
export type Holding = z.infer<typeof holdingSchema>;
/** In the order they were added. */
export const holdingsSchema = z.array(holdingSchema);

/** Body of `POST /api/portfolio`. `portfolioId` defaults to the oldest portfolio. */
export const addHoldingSchema = z.strictObject({
  ...coinChoiceSchema.shape,
  amount: amountSchema,
  purchasePrice: purchasePriceSchema.default(null),
  /** The currency of the purchase price; `USD` by default. */
  currency: currencySchema.optional(),
  portfolioId: itemIdSchema.optional(),
});
export type AddHolding = z.output<typeof addHoldingSchema>;

/** The id of a holding: that of its opening, or `coin:` followed by a coin id. */
export const holdingIdSchema = z
  .string()
  .regex(/^(?:[\w-]{1,64}|coin:[^\s/?#\\\p{Cc}\p{Cs}]{1,120})$/u, 'Must be an id');

/** Body of `PUT /api/portfolio/{id}`: omitted fields stay unchanged. */
export const updateHoldingSchema = z
  .strictObject({
    amount: amountSchema.optional(),
    purchasePrice: purchasePriceSchema.optional(),
    /** The currency of a given `purchasePrice`; by default the one it has. Without a price, ignored. */
    currency: currencySchema.optional(),
  })
  .refine(({ amount, purchasePrice }) => amount !== undefined || purchasePrice !== undefined, {
    message: 'Amount is required',
    path: ['amount'],
  });
export type UpdateHolding = z.output<typeof updateHoldingSchema>;

/**
 * The state of a holding's price. `live`: as fresh as the market. `stale`: older. `quarantined`: the newest price is
 * held back; this is the last accepted one. `unavailable`: none at present. `gone`: the market no longer has the coin,
 * or no price for it. Figures that need a missing price are null, never 0.
 */
export const priceStates = ['live', 'stale', 'quarantined', 'unavailable', 'gone'] as const;
export type PriceState = (typeof priceStates)[number];

const decimal = z.string();
const maybeDecimal = decimal.nullable();

/** A holding and its value. Null: unknown, because there is no price. */
export const valuedHoldingSchema = z.object({
  ...holdingSchema.shape,
  price: maybeDecimal,
  priceState: z.enum(priceStates),
  /** When the price was fetched; null if there is none. */
  priceAsOf: z.iso.datetime().nullable(),
  /** amount × price, exact. */
  value: maybeDecimal,
  /** amount × purchase price, exact; 0 if no purchase price was entered. */
  invested: decimal,
  hasCost: z.boolean(),
  /** The part of the amount that `invested` is not for: its cost is unknown. Negative if more went out than came in. */
  amountWithoutCost: decimal,
  /** value − invested, exact. */
  pnl: maybeDecimal,
  /** P&L ÷ invested in percent, rounded to 8 decimals, half away from zero; 0 if nothing was invested. */
  pnlPercent: maybeDecimal,
  /** amount × the 24h change of the price, exact; null if that is unknown. */
  change24h: maybeDecimal,
  /** Share of the total value in percent, rounded to 8 decimals. */
  sharePercent: maybeDecimal,
});
export type ValuedHolding = z.infer<typeof valuedHoldingSchema>;

/** Sums over the holdings with a price. Those without are counted separately. */
export const portfolioTotalsSchema = z.object({
  value: decimal,
  invested: decimal,
  pnl: decimal,
  pnlPercent: decimal,
  /** Of the holdings whose change is known; null if there are none. */
  change24h: maybeDecimal,
  /** That change ÷ the earlier value of the same holdings, in percent. */
  change24hPercent: maybeDecimal,
  /** The part of `value` without a purchase price, and the number of those holdings. */
  valueWithoutCost: decimal,
  withoutCost: z.number().int(),
  /** The number of holdings without a price, and their cost. The sums above exclude them. */
  withoutPrice: z.number().int(),
  investedWithoutPrice: decimal,
});
export type PortfolioTotals = z.infer<typeof portfolioTotalsSchema>;

/**
 * Answer of `GET /api/portfolios/{id}/performance`: holdings by P&L percent, highest first; those without a price
 * last.
 */
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

/** Query of `GET /api/portfolios/{id}/history`. The plan may limit `days` further. */
export const portfolioHistoryQuerySchema = z.object({
  days: z
    .union([z.literal('max'), z.coerce.number().int().min(1).max(maxDays)], `Must be 1 to ${maxDays}, or max`)
    .default(7),
});

/** The history includes only this many coins: those with the highest values. */
export const maxCoinsDrawn = 50;

/**
 * Answer of `GET /api/portfolios/{id}/history`: the value over time of what was held then, for charts. It begins
 * once every coin held has a price, and ends with the current value.
 */
export const portfolioHistorySchema = z.object({
  source: z.enum(marketSources),
  /** [milliseconds since 1970, US dollars], oldest first. */
  values: z.array(z.tuple([z.number(), z.number()])),
  /** Coins left out of `values`: without price or history, or not among the `maxCoinsDrawn` with the highest values. */
  leftOut: z.array(z.object({ coinId: coinIdSchema, symbol: z.string(), name: z.string() })),
});
export type PortfolioHistory = z.infer<typeof portfolioHistorySchema>;
