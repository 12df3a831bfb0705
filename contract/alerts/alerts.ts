import { z } from 'zod';
import { defaultCurrency, displayCurrencySchema } from '#contract/currencies/currency.ts';
import { coinChoiceSchema } from '../coin-choice.ts';
import { coinIdSchema, marketSources } from '../market.ts';
import { type AlertCondition, alertConditions, findThresholdFault } from './alert-threshold.ts';

/*
 * Price alerts and their firings. Thresholds and prices are decimal text, in the alert's currency or in percent.
 * Instants are in ISO 8601.
 */

const alertStatuses = ['active', 'paused', 'triggered'] as const;
export type AlertStatus = (typeof alertStatuses)[number];

/** `once`: stays triggered until armed again. `every`: stays active, with a cooldown after each firing. */
export const alertRepeats = ['once', 'every'] as const;
export type AlertRepeat = (typeof alertRepeats)[number];

/**
 * If the condition already holds when the alert becomes active: wait for the next crossing, or fire on the next quote.
 */
const whenTrueChoices = ['wait', 'fire'] as const;
export type WhenTrue = (typeof whenTrueChoices)[number];

const conditionSchema = z.enum(alertConditions);
const instantSchema = z.iso.datetime();
const maybeInstantSchema = instantSchema.nullable();

export const alertSchema = z.object({
  id: z.string(),
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  condition: conditionSchema,
  /** As the user entered it. */
  threshold: z.string(),
  /** The currency of a price threshold and of `triggeredPrice`, in lower case. Changes are always those in dollars. */
  currency: z.string(),
  status: z.enum(alertStatuses),
  note: z.string().nullable(),
  repeat: z.enum(alertRepeats),
  cooldownMinutes: z.number().int(),
  createdAt: instantSchema,
  /** The last firing; null: it has never fired. */
  triggeredAt: maybeInstantSchema,
  triggeredPrice: z.string().nullable(),
  /** The end of the cooldown; null: there is none. */
  cooldownUntil: maybeInstantSchema,
  /** True for an active price alert in a currency other than dollars while its rate is over an hour old. */
  waitsForRates: z.boolean(),
});
export type Alert = z.infer<typeof alertSchema>;
/** Newest first. */
export const alertsSchema = z.array(alertSchema);

/** The maximum page size of `GET /api/alerts`. */
export const maxAlertsPage = 1_000;

const limitMessage = `Must be 1 to ${maxAlertsPage}`;
const cursorMessage = 'Must be the cursor of a Link header';

/** Query of `GET /api/alerts`. The `Link` header of a page has the URL of the next page. */
export const alertsQuerySchema = z.object({
  limit: z
    .string(limitMessage)
    .regex(/^\d{1,4}$/, limitMessage)
    .transform(Number)
    .refine((count) => count >= 1 && count <= maxAlertsPage, limitMessage)
    .optional()
    .meta({ type: 'integer', minimum: 1, maximum: maxAlertsPage }),
  cursor: z
    .string(cursorMessage)
    .regex(/^\d{1,16}-\d{1,16}-[\w-]{1,64}$/, cursorMessage)
    .optional(),
});

const maxNoteLength = 200;
/** From an hour to thirty days. */
const minCooldownMinutes = 60;
const maxCooldownMinutes = 30 * 24 * 60;

const thresholdSchema = z
  .string({ error: ({ input }) => (input == null ? 'Threshold is required' : undefined) })
  .max(40, 'Must be a number')
  .meta({
    description:
      'Above zero in the currency of the alert, or percent; at most 12 digits before the point and 18 after it',
  });

const noteSchema = z
  .string()
  .trim()
  .max(maxNoteLength, `Must be at most ${maxNoteLength} characters`)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Must be plain text')
  .transform((text) => (text === '' ? null : text))
  .nullable();

const cooldownSchema = z
  .number()
  .int('Must be whole minutes')
  .min(minCooldownMinutes, `Must be at least ${minCooldownMinutes} minutes`)
  .max(maxCooldownMinutes, `Must be at most ${maxCooldownMinutes} minutes`);

const repeatFields = {
  repeat: z.enum(alertRepeats).default('once'),
  cooldownMinutes: cooldownSchema.default(minCooldownMinutes),
};

function checkThreshold(
  { condition, threshold }: { condition: AlertCondition; threshold: string },
  context: z.RefinementCtx,
): void {
  const message = findThresholdFault(condition, threshold);
  if (message) context.addIssue({ code: 'custom', path: ['threshold'], message });
}

/** Body of `POST /api/alerts`. */
export const addAlertSchema = z
  .strictObject({
    ...coinChoiceSchema.shape,
    condition: conditionSchema,
    threshold: thresholdSchema,
    currency: displayCurrencySchema.default(defaultCurrency),
    note: noteSchema.default(null),
    ...repeatFields,
    whenTrue: z.enum(whenTrueChoices).default('wait'),
  })
  .superRefine(checkThreshold);
export type AddAlert = z.output<typeof addAlertSchema>;

/**
 * Body of `PUT /api/alerts/{id}`: omitted fields stay unchanged. The alert is armed at the current quote when it
 * becomes active, and when the condition, threshold or currency of an active alert changes. Switching between price
 * and percentage, or changing the currency of a price, requires a new threshold.
 */
export const updateAlertSchema = z
  .strictObject({
    condition: conditionSchema.optional(),
    threshold: thresholdSchema.optional(),
    currency: displayCurrencySchema.optional(),
    status: z.enum(['active', 'paused']).optional(),
    note: noteSchema.optional(),
    repeat: z.enum(alertRepeats).optional(),
    cooldownMinutes: cooldownSchema.optional(),
    whenTrue: z.enum(whenTrueChoices).optional(),
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Must change at least one field',
  );
export type UpdateAlert = z.output<typeof updateAlertSchema>;

/** A crossing at which an alert fired. It is kept when the alert is deleted. */
export const firingSchema = z.object({
  id: z.string(),
  /** Increases with every firing. */
  number: z.number().int(),
  alertId: z.string(),
  coinId: coinIdSchema,
  symbol: z.string(),
  name: z.string(),
  condition: conditionSchema,
  threshold: z.string(),
  /** The quote that crossed the threshold, in `currency`. */
  price: z.string(),
  /** The alert's currency; dollars for an alert on a change if there was no rate. */
  currency: z.string(),
  change24h: z.string().nullable(),
  /** The source of the quotes. Simulated quotes must be marked. */
  source: z.enum(marketSources),
  /**
   * The threshold was crossed between these two quotes. They are the same if it wasn't crossed: the condition held
   * when the alert was armed with `whenTrue: fire`.
   */
  crossedAfter: instantSchema,
  crossedBy: instantSchema,
  /** When the server detected it. */
  firedAt: instantSchema,
  note: z.string().nullable(),
  seen: z.boolean(),
});
export type Firing = z.infer<typeof firingSchema>;

/** Query of `GET /api/alerts/history`. `before`: the `nextBefore` of the previous page. */
export const firingsQuerySchema = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});

/** Newest first. `nextBefore` is null on the last page. */
export const firingsPageSchema = z.object({
  firings: z.array(firingSchema),
  nextBefore: z.number().int().nullable(),
});
export type FiringsPage = z.infer<typeof firingsPageSchema>;

/** Body of `POST /api/alerts/history/seen`: the number of the newest firing seen. */
export const markSeenSchema = z.strictObject({
  upTo: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});

/** Answer of `GET /api/alerts/unseen` and `POST /api/alerts/history/seen`. */
export const unseenSchema = z.object({ count: z.number().int() });
export type Unseen = z.infer<typeof unseenSchema>;

/** Body of `POST /api/alerts/rehearsal`. The plan may limit `days` further. */
export const runBacktestSchema = z
  .strictObject({
    coinId: coinChoiceSchema.shape.coinId,
    condition: conditionSchema,
    threshold: thresholdSchema,
    currency: displayCurrencySchema.default(defaultCurrency),
    ...repeatFields,
    days: z.number().int().min(1, 'Must be 1 to 365').max(365, 'Must be 1 to 365').default(7),
  })
  .superRefine(checkThreshold);
export type RunBacktest = z.output<typeof runBacktestSchema>;

/** The firings that an alert would have had at past prices, and whether its condition holds now. */
export const backtestSchema = z.object({
  coinId: coinIdSchema,
  /** The currency of the prices. */
  currency: z.string(),
  days: z.number().int(),
  source: z.enum(marketSources),
  /** The number of crossings. With `repeat: every`, those during a cooldown don't count. */
  count: z.number().int(),
  /** The newest 100, newest first. */
  firings: z.array(z.object({ at: instantSchema, price: z.string(), change24h: z.string().nullable() })),
  /** The span of the price history used; null if none is available. */
  from: maybeInstantSchema,
  to: maybeInstantSchema,
  points: z.number().int(),
  /** The last accepted quote, and whether the condition holds; null if there is no quote. */
  now: z
    .object({
      price: z.string(),
      change24h: z.string().nullable(),
      asOf: instantSchema,
      holds: z.boolean(),
    })
    .nullable(),
});
export type Backtest = z.infer<typeof backtestSchema>;

/** Notification settings. E-mail and push messages also need a verified address. */
export const alertSettingsSchema = z.object({
  inApp: z.boolean(),
  email: z.boolean(),
  push: z.boolean(),
  /** Whether the browser of this session is subscribed to push messages. */
  pushHere: z.boolean(),
});
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

/** Body of `PUT /api/alerts/settings`: omitted fields stay unchanged. */
export const updateAlertSettingsSchema = z.strictObject({
  inApp: z.boolean().optional(),
  email: z.boolean().optional(),
  push: z.boolean().optional(),
});
export type UpdateAlertSettings = z.output<typeof updateAlertSettingsSchema>;

/** Body of `POST /api/alerts/pause`: the part of the mailed link after `#`. */
export const pauseAlertSchema = z.strictObject({ token: z.string().max(200) });

/** The part of the alert that the link's page may show: no more than the e-mail has. A triggered alert stays triggered. */
export const pausedAlertSchema = alertSchema
  .pick({ symbol: true, name: true, condition: true, threshold: true, currency: true, status: true })
  .extend({
    /** Whether this call paused it. */
    wasActive: z.boolean(),
  });
export type PausedAlert = z.infer<typeof pausedAlertSchema>;
