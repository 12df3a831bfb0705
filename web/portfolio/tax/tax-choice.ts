import type { TaxBasis, TaxCountry } from '#contract/tax/choice.ts';
import { maxOtherPortfolios } from '#contract/tax/max-other-portfolios.ts';
import { taxCountryNames } from '#contract/tax/words.ts';

/** The parameters of a report. */
export interface TaxChoice {
  readonly country: TaxCountry;
  /** GB: the year in which the tax year starts. */
  readonly year: number;
  readonly basis: TaxBasis;
  /** Ids of other portfolios of the account to include. */
  readonly others: readonly string[];
}

/** The countries to choose from, in display order. */
export const taxCountryList = Object.keys(taxCountryNames) as TaxCountry[];

const isCountry = (text: string | null): text is TaxCountry =>
  (taxCountryList as readonly (string | null)[]).includes(text);

/** The tax year of an instant. A year that spans two is given by the one in which it starts. */
export function taxYearOf(country: TaxCountry, at: number): number {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  // The tax year begins on 6 April.
  return country === 'GB' && at < Date.UTC(year, 3, 6) ? year - 1 : year;
}

/** The name of a tax year: `2024`, or in the United Kingdom `2024/25`. */
export const taxYearName = (country: TaxCountry, year: number) =>
  country === 'GB' ? `${year}/${String((year + 1) % 100).padStart(2, '0')}` : String(year);

/** The tax years from the current one back to that of the first transaction, always including the last complete one. */
export function listTaxYears(country: TaxCountry, firstAt: number | null, now: number): number[] {
  const current = taxYearOf(country, now);
  const first = Math.min(firstAt === null ? current : taxYearOf(country, firstAt), current - 1);
  return Array.from({ length: current - first + 1 }, (_, index) => current - index);
}

interface ChoiceSources {
  /** The URL's query. */
  readonly search: URLSearchParams;
  /** The last choice in this browser: `GB 2024`. */
  readonly stored: string | null;
  /** The browser's language, such as `en-GB`. */
  readonly language: string;
}

/** The country in the URL, else the one chosen last, else that of the browser's region. */
export function readCountry({ search, stored, language }: ChoiceSources): TaxCountry {
  const country = search.get('country');
  if (isCountry(country)) return country;
  const [last = null] = stored?.split(' ') ?? [];
  if (isCountry(last)) return last;
  const region = language.split('-')[1]?.toUpperCase() ?? null;
  return isCountry(region) ? region : 'generic';
}

/** The year in the URL, else the one chosen last, else the last complete one. */
export function readYear({ search, stored }: ChoiceSources, years: readonly number[]): number {
  const wanted = [search.get('year'), stored?.split(' ')[1]].map(Number);
  return wanted.find((year) => years.includes(year)) ?? years[1] ?? years[0]!;
}

/** The other portfolios named in the URL, in the account's order. `known`: ids of the account's other portfolios. */
export function readOthers(search: URLSearchParams, known: readonly string[]): string[] {
  const ids = search.get('with')?.split(',') ?? [];
  return known.filter((id) => ids.includes(id)).slice(0, maxOtherPortfolios);
}

/** A choice as text to store. */
export const writeStoredChoice = ({ country, year }: Pick<TaxChoice, 'country' | 'year'>) =>
  `${country} ${year}`;
