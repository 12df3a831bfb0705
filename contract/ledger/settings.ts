import { z } from 'zod';

/*
 * How a portfolio's figures are computed: the method that selects the lots of a disposal, the scope in which it looks
 * for them, and the currency of the figures.
 */

/** Which lots a disposal uses. `uk`: same day, the thirty days after, then the section 104 pool. */
export const methods = ['fifo', 'lifo', 'hifo', 'average', 'specific', 'uk'] as const;
export type Method = (typeof methods)[number];

/** `portfolio`: lots of all wallets together; `wallet`: each wallet separately. */
export const scopes = ['portfolio', 'wallet'] as const;
export type Scope = (typeof scopes)[number];

/** A currency code, read in any case and returned in upper case. */
export const currencySchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3,5}$/, 'Must be a currency code, such as USD');

export const ledgerSettingsSchema = z.object({
  method: z.enum(methods),
  scope: z.enum(scopes),
  currency: z.string(),
});
/** Answer of `GET /api/portfolios/{id}/settings`. */
export type LedgerSettings = z.infer<typeof ledgerSettingsSchema>;

export const defaultLedgerSettings: LedgerSettings = { method: 'fifo', scope: 'portfolio', currency: 'USD' };

/** Body of `PUT /api/portfolios/{id}/settings`: omitted fields stay unchanged. */
export const updateLedgerSettingsSchema = z.strictObject({
  method: z.enum(methods).optional(),
  scope: z.enum(scopes).optional(),
  currency: currencySchema.optional(),
});
export type UpdateLedgerSettings = z.output<typeof updateLedgerSettingsSchema>;
