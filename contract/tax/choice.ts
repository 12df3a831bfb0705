import { z } from 'zod';
import { itemIdSchema } from '../item-id.ts';
import { isTimeZone } from '../time-zone.ts';
import { maxOtherPortfolios } from './max-other-portfolios.ts';

/* Which tax report to make: country, year, and how it is calculated. */

export const taxCountries = ['GB', 'US', 'DE', 'FR', 'CA', 'generic'] as const;
export type TaxCountry = (typeof taxCountries)[number];

export const taxFormats = ['json', 'csv', 'pdf'] as const;
export type TaxFormat = (typeof taxFormats)[number];

/**
 * US only. `allocated`: the lots left on 2025-01-01 are allocated to the wallets, oldest first. `wallet`: lots have
 * always been kept by wallet.
 */
export const taxBases = ['allocated', 'wallet'] as const;
export type TaxBasis = (typeof taxBases)[number];

const [firstYear, lastYear] = [2009, 2100];
const yearMessage = `Must be a year from ${firstYear} to ${lastYear}`;

export const timeZoneSchema = z
  .string()
  .min(1)
  .max(64)
  .refine(isTimeZone, 'Must be a time zone, such as Europe/London')
  .optional();
const portfolioIdsSchema = z
  .array(itemIdSchema)
  .max(maxOtherPortfolios, `Must be at most ${maxOtherPortfolios} portfolios`);

const countrySchema = z.enum(taxCountries, `Must be one of ${taxCountries.join(', ')}`);
const basisSchema = z.enum(taxBases, `Must be one of ${taxBases.join(', ')}`);

/** Ids of other portfolios of the account to include, separated by commas. */
export const otherPortfoliosSchema = z
  .string()
  .transform((text) => text.split(',').filter((id) => id !== ''))
  .pipe(portfolioIdsSchema)
  .default([]);

/** Query of `GET /api/portfolios/{id}/tax`. */
export const taxQuerySchema = z.object({
  country: countrySchema,
  /** GB: the year in which the tax year starts. */
  year: z.coerce.number(yearMessage).int(yearMessage).min(firstYear, yearMessage).max(lastYear, yearMessage),
  format: z.enum(taxFormats, `Must be one of ${taxFormats.join(', ')}`).default('json'),
  timeZone: timeZoneSchema,
  with: otherPortfoliosSchema,
  basis: basisSchema.default('allocated'),
});
export type TaxQuery = z.output<typeof taxQuerySchema>;
/** The query without the output format. */
export type TaxReportChoice = Omit<TaxQuery, 'format'>;

/** Body of `POST /api/portfolios/{id}/tax-reports`. */
export const fileTaxReportSchema = z.strictObject({
  country: countrySchema,
  year: z.number(yearMessage).int(yearMessage).min(firstYear, yearMessage).max(lastYear, yearMessage),
  timeZone: timeZoneSchema,
  with: portfolioIdsSchema.default([]),
  basis: basisSchema.default('allocated'),
});
export type FileTaxReport = z.output<typeof fileTaxReportSchema>;
