import { z } from 'zod';
import { coinIdSchema, marketSources } from './market.ts';
import { portfolioHistorySchema, priceStates } from './portfolio.ts';

/*
 * Portfolio analytics. Money and shares are decimal text. Figures derived from daily values, which are meant for
 * charts, are rounded numbers.
 */

/** The minimum number of daily values for the figures of `past`. */
export const minDays = 14;

/**
 * Why a group of figures is missing. `no_holdings`: the portfolio is empty. `no_price`: no holding has a live price.
 * `no_cost`: no holding with a price has a purchase price. `no_history`: price history is unavailable. `few_days`:
 * fewer than `minDays` days have a price of every coin, or too few of them are consecutive. `negative_balance`: more of
 * a coin was sold than bought, so that shares exceed 100%.
 */
export const missingReasons = [
  'no_holdings',
  'no_price',
  'no_cost',
  'no_history',
  'few_days',
  'negative_balance',
] as const;
export type MissingReason = (typeof missingReasons)[number];

const decimal = z.string();
const day = z.iso.date().meta({ description: 'A day in UTC' });
const coin = { coinId: coinIdSchema, symbol: z.string(), name: z.string() };

const gainSchema = z.object({ holdingId: z.string(), ...coin, pnl: decimal, pnlPercent: decimal });
export type HoldingGain = z.infer<typeof gainSchema>;

/** Gains of the `counted` holdings whose cost is known in full. `withoutCost`: the number of the others. */
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
  /** The number of different coins counted. */
  coins: z.number().int(),
  largest: z.object({ ...coin, value: decimal, sharePercent: decimal }),
  /** Herfindahl–Hirschman index: the sum of the squared shares, from 1 ÷ `coins` to 1; rounded to 10 decimals. */
  concentration: decimal,
  /** 1 ÷ `concentration`: the number of equal holdings that would be as diversified; rounded to 10 decimals. */
  equalHoldings: decimal,
});
export type PortfolioSpread = z.infer<typeof spreadSchema>;

/** A percentage, rounded to 4 decimals. */
const percent = z.number();
const dayChangeSchema = z.object({ date: day, percent });

const pastSchema = z.object({
  from: day,
  to: day,
  /** The number of daily values: one per UTC day, from the first day with a price of every coin. */
  days: z.number().int(),
  /** The largest fall from an earlier high, at most 0; without dates if the value never fell. */
  maxDrawdown: z.object({ percent, from: day.nullable(), to: day.nullable() }),
  /** Standard deviation of daily changes; `annual`: multiplied by the square root of 365. */
  volatility: z.object({ daily: percent, annual: percent }),
  /** A day's change is from its first price to the first price of the next day. */
  bestDay: dayChangeSchema,
  worstDay: dayChangeSchema,
  /** Coins left out of these figures: without price history, or not among the `maxCoinsDrawn` with the highest values. */
  leftOut: portfolioHistorySchema.shape.leftOut,
  /** The share of the counted value that these figures cover, in percent, rounded to 8 decimals. */
  sharePercent: decimal,
});
export type PortfolioPast = z.infer<typeof pastSchema>;

const reason = z.enum(missingReasons).nullable();

/**
 * Answer of `GET /api/portfolios/{id}/analytics`. A missing group of figures is null; `missing` gives the reason. Only
 * holdings with a live price are counted; the others are in `leftOut`.
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
