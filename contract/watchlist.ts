import { z } from 'zod';
import { coinChoiceSchema } from './coin-choice.ts';
import { coinIdSchema } from './market.ts';

/** A coin on a user's watchlist, with the market's symbol and name. */
export const watchlistItemSchema = z.object({
  id: z.string(),
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  addedAt: z.iso.datetime(),
});
export type WatchlistItem = z.infer<typeof watchlistItemSchema>;

/** In the order they were added. */
export const watchlistSchema = z.array(watchlistItemSchema);

/** Body of `POST /api/watchlist`. */
export const addWatchlistItemSchema = z.strictObject({
  ...coinChoiceSchema.shape,
  /** When a removed coin had originally been added, to restore its position. A future instant counts as now. */
  addedAt: z.iso.datetime().optional(),
});
