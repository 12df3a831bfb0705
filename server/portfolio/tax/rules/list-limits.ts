import type { TaxCountry } from '#contract/tax/choice.ts';
import type { TaxLimit } from '#contract/tax/report.ts';
import type { DecimalText } from '#contract/units.ts';

/** The names of a year's limits. */
export type LimitName =
  | 'annual exempt amount'
  | 'reporting limit'
  | 'basic rate'
  | 'higher rate'
  | 'basic rate to 29 October 2024'
  | 'higher rate to 29 October 2024'
  | 'basic rate from 30 October 2024'
  | 'higher rate from 30 October 2024'
  | 'capital loss limit'
  | 'exemption limit of sales'
  | 'exemption limit of income'
  | 'flat rate'
  | 'social contributions'
  | 'inclusion rate';

interface LimitRow {
  readonly country: TaxCountry;
  readonly name: LimitName;
  readonly value: DecimalText;
  readonly unit: 'money' | 'percent';
  readonly firstYear: number;
  readonly lastYear: number;
  readonly source: string;
}

const exempt = 'TCGA 1992 s. 1K (s. 3 before 2019/20)';
const reporting = 'HMRC, SA108 notes: four times the annual exempt amount';
const rates = 'TCGA 1992 s. 1H (s. 4 before 2019/20)';
const autumnBudget = 'TCGA 1992 s. 1H; Finance Act 2025 s. 7';

const row = (
  country: TaxCountry,
  name: LimitName,
  [firstYear, lastYear]: readonly [number, number],
  value: DecimalText,
  source: string,
  unit: LimitRow['unit'] = 'money',
): LimitRow => ({ country, name, value, unit, firstYear, lastYear, source });

/**
 * Every allowance, limit and rate, with the first and last year it applies to and its source. A British tax year is named
 * by the year in which it starts.
 */
const limitTable: readonly LimitRow[] = [
  row('GB', 'annual exempt amount', [2013, 2013], '10900', exempt),
  row('GB', 'annual exempt amount', [2014, 2014], '11000', exempt),
  row('GB', 'annual exempt amount', [2015, 2016], '11100', exempt),
  row('GB', 'annual exempt amount', [2017, 2017], '11300', exempt),
  row('GB', 'annual exempt amount', [2018, 2018], '11700', exempt),
  row('GB', 'annual exempt amount', [2019, 2019], '12000', exempt),
  row('GB', 'annual exempt amount', [2020, 2022], '12300', exempt),
  row('GB', 'annual exempt amount', [2023, 2023], '6000', `${exempt}; Finance Act 2023 s. 8`),
  row('GB', 'annual exempt amount', [2024, 2026], '3000', `${exempt}; Finance Act 2023 s. 8`),
  row('GB', 'reporting limit', [2013, 2013], '43600', reporting),
  row('GB', 'reporting limit', [2014, 2014], '44000', reporting),
  row('GB', 'reporting limit', [2015, 2016], '44400', reporting),
  row('GB', 'reporting limit', [2017, 2017], '45200', reporting),
  row('GB', 'reporting limit', [2018, 2018], '46800', reporting),
  row('GB', 'reporting limit', [2019, 2019], '48000', reporting),
  row('GB', 'reporting limit', [2020, 2022], '49200', reporting),
  row('GB', 'reporting limit', [2023, 2026], '50000', 'HMRC, SA108 notes: fixed from 2023/24 on'),
  row('GB', 'basic rate', [2013, 2015], '18', rates, 'percent'),
  row('GB', 'higher rate', [2013, 2015], '28', rates, 'percent'),
  row('GB', 'basic rate', [2016, 2023], '10', rates, 'percent'),
  row('GB', 'higher rate', [2016, 2023], '20', rates, 'percent'),
  row('GB', 'basic rate to 29 October 2024', [2024, 2024], '10', rates, 'percent'),
  row('GB', 'higher rate to 29 October 2024', [2024, 2024], '20', rates, 'percent'),
  row('GB', 'basic rate from 30 October 2024', [2024, 2024], '18', autumnBudget, 'percent'),
  row('GB', 'higher rate from 30 October 2024', [2024, 2024], '24', autumnBudget, 'percent'),
  row('GB', 'basic rate', [2025, 2026], '18', autumnBudget, 'percent'),
  row('GB', 'higher rate', [2025, 2026], '24', autumnBudget, 'percent'),
  row('US', 'capital loss limit', [2009, 2026], '3000', 'IRC § 1211(b)'),
  row('DE', 'exemption limit of sales', [2009, 2023], '600', '§ 23 Abs. 3 Satz 5 EStG'),
  row(
    'DE',
    'exemption limit of sales',
    [2024, 2026],
    '1000',
    '§ 23 Abs. 3 Satz 5 EStG, Wachstumschancengesetz of 27 March 2024',
  ),
  row('DE', 'exemption limit of income', [2009, 2026], '256', '§ 22 Nr. 3 Satz 2 EStG'),
  row('FR', 'exemption limit of sales', [2019, 2026], '305', 'CGI art. 150 VH bis, II B'),
  row('FR', 'flat rate', [2019, 2026], '12.8', 'CGI art. 200 C', 'percent'),
  row('FR', 'social contributions', [2019, 2024], '17.2', 'CSS art. L136-8', 'percent'),
  row(
    'FR',
    'social contributions',
    [2025, 2026],
    '18.6',
    'CSS art. L136-8; law no. 2025-1403 of 30 December 2025, art. 12',
    'percent',
  ),
  row('CA', 'inclusion rate', [2009, 2026], '50', 'ITA 38(a)', 'percent'),
];

/** A year's allowances, limits and rates. */
export function listLimits(country: TaxCountry, year: number): TaxLimit[] {
  return limitTable
    .filter((limit) => limit.country === country && year >= limit.firstYear && year <= limit.lastYear)
    .map(({ name, value, unit, source }) => ({ name, value, unit, source }));
}

/** Returns null if none is known for that year. */
export function findLimit(country: TaxCountry, year: number, name: LimitName): TaxLimit | null {
  return listLimits(country, year).find((limit) => limit.name === name) ?? null;
}
