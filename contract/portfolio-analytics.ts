import { z } from 'zod';
import { coinIdSchema, marketSources } from './market.ts';
import { portfolioHistorySchema, priceStates } from './portfolio.ts';

/*
 * Figures that follow from what a portfolio holds and from prices. Money and parts are decimal text; what is computed
 * from the line of values is a rounded number, since that line is for drawing.
 */

/** So many daily values are needed before anything is said of the time behind. */
export const minDays = 14;

/**
 * Why a group of figures is not there. `no_holdings`: nothing is held. `no_price`: nothing held has a price that can be
 * relied on. `no_cost`: of what has one, no purchase price is recorded. `no_history`: price history cannot be had.
 * `few_days`: there are fewer than `minDays` days on which every coin has a price, or too few in a row.
 */
export const missingReasons = ['no_holdings', 'no_price', 'no_cost', 'no_history', 'few_days'] as const;
export type MissingReason = (typeof missingReasons)[number];

const decimal = z.string();
const day = z.iso.date().meta({ description: 'A day in UTC' });
const coin = { coinId: coinIdSchema, symbol: z.string(), name: z.string() };

const gainSchema = z.object({ holdingId: z.string(), ...coin, pnl: decimal, pnlPercent: decimal });
export type HoldingGain = z.infer<typeof gainSchema>;

/** Of the holdings with a purchase price: `counted` of them; `withoutCost` others have none. */
const gainsSchema = z.object({
  counted: z.number().int(),
  withoutCost: z.number().int(),
  bestByPercent: gainSchema,
  worstByPercent: gainSchema,
  bestByAmount: gainSchema,
  worstByAmount: gainSchema,
});
export type PortfolioGains = z.infer<typeof gainsSchema>;

const spreadSchema = z.object({
  /** How many different coins are counted; several holdings of one are one. */
  coins: z.number().int(),
  largest: z.object({ ...coin, value: decimal, sharePercent: decimal }),
  /** Herfindahl–Hirschman index: the sum of the squared shares, from 1 over `coins` to 1; rounded to 10 places. */
  concentration: decimal,
  /** 1 over that: as spread as so many holdings of equal value; rounded to 10 places. */
  equalHoldings: decimal,
});
export type PortfolioSpread = z.infer<typeof spreadSchema>;

/** Percent, rounded to 4 places. */
const percent = z.number();
const dayChangeSchema = z.object({ date: day, percent });

const pastSchema = z.object({
  from: day,
  to: day,
  /** How many daily values there are: of days in UTC, each by the first price of every coin. */
  days: z.number().int(),
  /** The deepest fall from a high before it, never above 0; without dates where the value never fell. */
  maxDrawdown: z.object({ percent, from: day.nullable(), to: day.nullable() }),
  /** Standard deviation of the daily changes; `annual`: that times the root of 365. */
  volatility: z.object({ daily: percent, annual: percent }),
  /** The day in which the change lies: from its first price to that of the next. */
  bestDay: dayChangeSchema,
  worstDay: dayChangeSchema,
  /** Coins that are not in these figures: without price history, or not among the `maxCoinsDrawn` worth most. */
  leftOut: portfolioHistorySchema.shape.leftOut,
  /** What the coins that are in them make of the value counted, in percent, rounded to 8 places. */
  sharePercent: decimal,
});
export type PortfolioPast = z.infer<typeof pastSchema>;

const reason = z.enum(missingReasons).nullable();

/**
 * Answer of `GET /api/portfolios/{id}/analytics`. A group of figures that cannot be had is null, and `missing` says
 * why. Only holdings whose price is live are counted; the others stand in `leftOut`.
 */
export const portfolioAnalyticsSchema = z.object({
  portfolioId: z.string(),
  source: z.enum(marketSources),
  asOf: z.iso.datetime().nullable(),
  leftOut: z.array(z.object({ holdingId: z.string(), ...coin, priceState: z.enum(priceStates) })),
  gains: gainsSchema.nullable(),
  spread: spreadSchema.nullable(),
  past: pastSchema.nullable(),
  missing: z.object({ gains: reason, spread: reason, past: reason }),
});
export type PortfolioAnalytics = z.infer<typeof portfolioAnalyticsSchema>;
