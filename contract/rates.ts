import { z } from 'zod';

/** Answer of `GET /api/rates`: units of each currency a dollar, by lower-case code. */
export const ratesSchema = z.object({
  base: z.literal('usd'),
  rates: z.record(z.string(), z.number()),
  /** Null: none was ever fetched. */
  asOf: z.iso.datetime().nullable(),
  state: z.enum(['live', 'stale', 'simulated', 'unavailable']),
});
export type Rates = z.infer<typeof ratesSchema>;
