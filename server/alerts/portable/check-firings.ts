import { z } from 'zod';
import { alertConditions } from '#contract/alerts/alert-threshold.ts';
import { displayCurrencySchema } from '#contract/currencies/currency.ts';
import { coinIdSchema } from '#contract/market.ts';
import { accountMaximums } from '#contract/plans.ts';
import { readData } from '#server/platform/http/read-data.ts';
import { instant, plainText } from '#server/platform/portable-fields.ts';

const decimal = z.string().regex(/^-?(?:\d{1,60}(?:\.\d{1,60})?|\.\d{1,60})$/, 'Must be a number');
const firingSchema = z.strictObject({
  /** The alert by its index; null if it no longer exists. */
  alert: z.number().int().min(0).max(accountMaximums.alerts).nullable(),
  arming: z.number().int().min(1).max(1e9),
  coinId: coinIdSchema,
  symbol: plainText(120),
  name: plainText(120),
  condition: z.enum(alertConditions),
  threshold: decimal,
  price: decimal,
  currency: displayCurrencySchema,
  change24h: decimal.nullable(),
  crossedAfter: instant,
  crossedBy: instant,
  firedAt: instant,
  note: plainText(200).nullable(),
  seenAt: instant.nullable(),
  source: z.enum(['coingecko', 'simulated']),
});
export const maxPortableFirings = 100_000;
const schema = z.array(firingSchema).max(maxPortableFirings);
export type PortableFiring = z.output<typeof firingSchema>;

/** Checks the history of alerts in a body. Throws `AppError('invalid_request')` with the path of whatever is invalid. */
export async function check(data: unknown): Promise<PortableFiring[]> {
  return readData(schema, data, 'data.alertHistory');
}
