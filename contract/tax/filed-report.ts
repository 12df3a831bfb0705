import { z } from 'zod';
import { taxCountries, taxFormats } from './choice.ts';
import { taxTotalsSchema } from './report.ts';

/* Filed tax reports: frozen, with the changes in the ledger since. */

const instantSchema = z.iso.datetime();

/** Query of `GET /api/tax-reports/{id}`. Without `format`: the changes since it was filed. */
export const filedTaxReportQuerySchema = z.object({
  format: z.enum(taxFormats, `Must be one of ${taxFormats.join(', ')}`).optional(),
});

const filedHead = {
  id: z.string(),
  /** Null: the portfolio was deleted. */
  portfolioId: z.string().nullable(),
  country: z.enum(taxCountries),
  year: z.number().int(),
  filedAt: instantSchema,
  /** The hash of the JSON's bytes, in hexadecimal. */
  sha256: z.string(),
  engine: z.string(),
};

export const filedTaxReportHeadSchema = z.object(filedHead);
export type FiledTaxReportHead = z.infer<typeof filedTaxReportHeadSchema>;

/** Answer of `GET /api/portfolios/{id}/tax-reports`: newest first. */
export const filedTaxReportsSchema = z.array(filedTaxReportHeadSchema);

/**
 * A change to a transaction, with its fields then and now; null: it did not exist then, or no longer does. For a price
 * or rate both are `{kind: "price" | "rate", name, day, value, source}`.
 */
export const taxChangeSchema = z.object({
  transactionId: z.string().nullable(),
  before: z.looseObject({}).nullable(),
  after: z.looseObject({}).nullable(),
});
export type TaxChange = z.infer<typeof taxChangeSchema>;

/** Answer of `POST …/tax-reports` (201) and `GET /api/tax-reports/{id}`. */
export const filedTaxReportSchema = z.object({
  ...filedHead,
  changes: z.array(taxChangeSchema),
  /** The totals of the same report made now, minus those filed. Null: the ledger no longer exists. */
  difference: taxTotalsSchema.nullable(),
  /** The report's, also of the difference: that of the settings with which it was filed, which may have changed since. */
  currency: z.string(),
});
export type FiledTaxReport = z.infer<typeof filedTaxReportSchema>;
