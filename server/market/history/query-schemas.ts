import { z } from 'zod';
import { candleDays, historyIntervals } from '#contract/market.ts';
import { describeDefault, fieldError, wholeNumber } from '#server/platform/http/query-fields.ts';
import { vsCurrencySchema } from '../currencies/vs-currency.ts';

const maxDays = 365;
const daysMessage = `Must be a whole number from 1 to ${maxDays}, or max`;

export const historyQuerySchema = z.object({
  days: z
    .union([z.literal('max'), wholeNumber(1, maxDays, daysMessage)], fieldError(daysMessage))
    .default(7)
    .meta(describeDefault(7)),
  interval: z
    .enum(historyIntervals, fieldError(`Must be one of ${historyIntervals.join(', ')}`))
    .default('daily'),
  vs_currency: vsCurrencySchema,
});

const candleDaysMessage = `Must be one of ${candleDays.join(', ')}`;

export const candlesQuerySchema = z.object({
  days: z
    .string(fieldError(candleDaysMessage))
    .transform((text, context) => {
      const days = candleDays.find((known) => String(known) === text);
      if (days === undefined) context.addIssue(candleDaysMessage);
      return days ?? z.NEVER;
    })
    .meta({ type: 'integer', enum: [...candleDays] })
    .default(7)
    .meta(describeDefault(7)),
  vs_currency: vsCurrencySchema,
});
