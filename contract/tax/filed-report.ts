import { z } from 'zod';
import { taxCountries, taxFormats } from './choice.ts';
import { taxTotalsSchema } from './report.ts';

/* Tax reports as they were filed: frozen, with what has changed in the ledger since. */

const instantSchema = z.iso.datetime();

/** Query of `GET /api/tax-reports/{id}`. Without `format`: what has changed since. */
export const filedTaxReportQuerySchema = z.object({
  format: z.enum(taxFormats, `Must be one of ${taxFormats.join(', ')}`).optional(),
});

const filedHead = {
  id: z.string(),
  /** Null: the portfolio is deleted. */
  portfolioId: z.string().nullable(),
  country: z.enum(taxCountries),
  year: z.number().int(),
  filedAt: instantSchema,
  /** Of the bytes of the JSON. */
  sha256: z.string(),
  engine: z.string(),
};

export const filedTaxReportHeadSchema = z.object(filedHead);
export type FiledTaxReportHead = z.infer<typeof filedTaxReportHeadSchema>;

/** Answer of `GET /api/portfolios/{id}/tax-reports`: newest first. */
export const filedTaxReportsSchema = z.array(filedTaxReportHeadSchema);

/**
 * A transaction before and now; null: it was not there, or is no more. `before` and `after` have the transaction's fields;
 * of a price or rate `{kind: "price" | "rate", name, day, value, source}`.
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
  /** The same report made now, less the filed one. Null: the ledger is no longer there. */
  difference: taxTotalsSchema.nullable(),
});
export type FiledTaxReport = z.infer<typeof filedTaxReportSchema>;
