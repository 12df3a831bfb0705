import type { TaxBasis, TaxCountry } from './choice.ts';
import type { TaxMethod } from './methods.ts';
import type { TaxLine, TaxLineKind, TaxRule } from './report.ts';

/* The wording of tax reports, for page and PDF. This file imports only types, so that the browser can use it. */

export const taxCountryNames: Readonly<Record<TaxCountry, string>> = {
  GB: 'United Kingdom',
  US: 'United States',
  DE: 'Germany',
  FR: 'France',
  CA: 'Canada',
  generic: 'Other countries',
};

export const taxMethodNames: Readonly<Record<TaxMethod, string>> = {
  fifo: 'First in, first out',
  lifo: 'Last in, first out',
  hifo: 'Highest cost first',
  average: 'Average cost',
  specific: 'Lots you name',
  uk: 'Same day, 30 days, then the section 104 pool',
  portfolio_share: 'Share of the portfolio’s acquisition cost',
  adjusted_cost_base: 'Adjusted cost base',
};

export const taxBasisNames: Readonly<Record<TaxBasis, string>> = {
  allocated: 'Unused lots allocated to wallets on 1 January 2025',
  wallet: 'Always by wallet',
};

export const taxLineKindNames: Readonly<Record<TaxLineKind, string>> = {
  sell: 'Sale',
  swap: 'Swap',
  spend: 'Spending',
  fee: 'Fee',
  gift_out: 'Gift',
  loss: 'Loss',
  mixed: 'Several',
};

export const taxRuleNames: Readonly<Record<TaxRule, string>> = {
  lot: 'Lot',
  pool: 'Pool',
  same_day: 'Same day',
  thirty_days: '30 days',
  section_104: 'Section 104',
  none: 'No lot',
  portfolio_share: 'Portfolio share',
  adjusted_cost_base: 'Cost base',
  superficial_loss: 'Superficial loss',
  market_value: 'Market value',
  within_one_year: 'Held up to a year',
  beyond_one_year: 'Held over a year',
};

interface TaxTerm {
  readonly term: string;
  readonly meaning: string;
  /** The countries whose reports use it; all if absent. */
  readonly countries?: readonly TaxCountry[];
}

/** Explanations of the report's terms. */
export const taxGlossary: readonly TaxTerm[] = [
  {
    term: 'Disposal',
    meaning: 'Giving coins away for money, other coins, goods or services. A fee paid in coins is one too.',
  },
  { term: 'Proceeds', meaning: 'The value received for a disposal, less its fees.' },
  {
    term: 'Cost',
    meaning: 'What was paid for the coins disposed of, including the fees for buying them.',
  },
  { term: 'Gain, loss', meaning: 'Proceeds less cost: a gain if above zero, a loss if below.' },
  { term: 'Net', meaning: 'Gains less losses.' },
  { term: 'Lot', meaning: 'Coins acquired in one transaction, kept with their date and cost.' },
  { term: 'Pool', meaning: 'Coins of one kind kept together, with one cost for all of them.' },
  {
    term: 'Same day',
    meaning: 'Coins bought on the day of the disposal are matched first (UK).',
    countries: ['GB', 'generic'],
  },
  {
    term: '30 days',
    meaning: 'Then coins bought in the 30 days after the disposal (UK).',
    countries: ['GB', 'generic'],
  },
  {
    term: 'Section 104',
    meaning: 'The pool of all other coins of a kind, at their average cost (UK).',
    countries: ['GB', 'generic'],
  },
  {
    term: 'Portfolio share',
    meaning: 'The part of the whole acquisition cost that a sale takes with it (France).',
    countries: ['FR'],
  },
  {
    term: 'Cost base',
    meaning: 'The average cost of all coins of a kind, over all wallets (Canada).',
    countries: ['CA'],
  },
  {
    term: 'Superficial loss',
    meaning: 'A loss that is denied because the same coins were bought back within 30 days (Canada).',
    countries: ['CA'],
  },
  {
    term: 'Exempt',
    meaning: 'Free of tax by the country’s rules: listed, but not included in any total.',
    countries: ['DE', 'FR'],
  },
  {
    term: 'Not known',
    meaning: 'The ledger has no cost, price or rate for it. It is not included in any total.',
  },
];

/** Capitalizes the first letter, for the start of a line. */
export const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The number of lines in a report's totals, and of those that are listed but exempt. */
export function countLines(lines: readonly Pick<TaxLine, 'exempt'>[]): string {
  const exempt = lines.filter((line) => line.exempt).length;
  const counted = lines.length - exempt;
  const text = counted === 1 ? '1 line' : `${counted.toLocaleString('en-US')} lines`;
  return exempt === 0 ? text : `${text}, and ${exempt.toLocaleString('en-US')} exempt`;
}
