import { z } from 'zod';
import { alertConditions, findThresholdFault } from '#contract/alerts/alert-threshold.ts';
import { defaultCurrency, displayCurrencySchema } from '#contract/currencies/currency.ts';
import { coinIdSchema } from '#contract/market.ts';
import { accountMaximums } from '#contract/plans.ts';
import { readData } from '#server/platform/http/read-data.ts';
import { instant, plainText } from '#server/platform/portable-fields.ts';

const alertSchema = z.strictObject({
  coinId: coinIdSchema,
  symbol: plainText(120),
  name: plainText(120),
  condition: z.enum(alertConditions),
  /** Absent in exports from before alerts had a currency. */
  currency: displayCurrencySchema.default(defaultCurrency),
  threshold: z.string(),
  status: z.enum(['active', 'paused', 'triggered']),
  note: plainText(200).nullable(),
  repeat: z.enum(['once', 'every']),
  cooldownMinutes: z.number().int().min(60).max(43_200),
  whenTrue: z.enum(['wait', 'fire']),
  /** Absent in exports from before they included the history. */
  arming: z.number().int().min(1).max(1e9).default(1),
  createdAt: instant,
  triggeredAt: instant.nullable(),
  triggeredPrice: plainText(60).nullable(),
  nextAllowedAt: instant.nullable(),
  ordinal: z.number().int().min(0).max(1e9),
});
/** The same thresholds as those of new alerts: everybody's are evaluated together. */
const soundAlertSchema = alertSchema.superRefine(({ condition, threshold }, context) => {
  const message = findThresholdFault(condition, threshold);
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['threshold'], message });
});
const schema = z.array(soundAlertSchema).max(accountMaximums.alerts);
export type PortableAlert = z.output<typeof alertSchema>;

/** Checks the alerts in a body. Throws `AppError('invalid_request')` with the path of whatever is invalid. */
export async function check(data: unknown): Promise<PortableAlert[]> {
  return readData(schema, data, 'data.alerts');
}
