import { z } from 'zod';
import { currency, tiers } from './plans.ts';

export const tierSchema = z.enum(tiers);

const limitSchema = z.number().int().nullable();

const planSchema = z.object({
  tier: tierSchema,
  name: z.string(),
  description: z.string(),
  /** In US dollars per month, billed monthly. */
  price: z.number(),
  /** In US dollars per year, billed yearly. */
  yearlyPrice: z.number(),
  /** The saving of yearly billing, in whole percent. */
  savePercent: z.number().int(),
  features: z.array(z.string()),
  /** Null: unlimited. */
  limits: z.object({ watchlist: limitSchema, portfolios: limitSchema, alerts: limitSchema }),
  /** Days of price history; null: all. */
  historyDays: z.number().int().nullable(),
});

/** Answer of `GET /api/plans`. */
export const plansAnswerSchema = z.object({
  currency: z.literal(currency),
  guest: z.object({ historyDays: z.number().int() }),
  plans: z.array(planSchema),
});
