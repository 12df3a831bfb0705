import type { TaxBasis, TaxCountry } from './choice.ts';
import type { TaxMethod } from './methods.ts';
import type { TaxLineKind, TaxRule } from './report.ts';

/* The wording of tax reports, for page and PDF. This file imports only types, so that the browser can use it. */

export const taxCountryNames: Readonly<Record<TaxCountry, string>> = {
  GB: 'United Kingdom',
  US: 'United States',
  DE: 'Germany',
  FR: 'France',
  CA: 'Canada',
  generic: 'Other countries',
};

/** The currency of a country's reports. Countries not listed use the currency of the portfolio's settings. */
export const taxCurrencies: Readonly<Partial<Record<TaxCountry, string>>> = {
  GB: 'GBP',
  US: 'USD',
  DE: 'EUR',
  FR: 'EUR',
  CA: 'CAD',
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
  within_one_year: 'Within a year',
  beyond_one_year: 'Beyond a year',
};

/** Explanations of the report's terms. */
export const taxGlossary: readonly (readonly [term: string, meaning: string])[] = [
  [
    'Disposal',
    'Giving coins away for money, other coins, goods or services. A fee paid in coins is one too.',
  ],
  ['Proceeds', 'The value received for a disposal, less its fees.'],
  ['Cost', 'What was paid for the coins disposed of, including the fees for buying them.'],
  ['Gain, loss', 'Proceeds less cost: a gain if above zero, a loss if below.'],
  ['Net', 'Gains less losses.'],
  ['Lot', 'Coins acquired in one transaction, kept with their date and cost.'],
  ['Pool', 'Coins of one kind kept together, with one cost for all of them.'],
  ['Same day', 'Coins bought on the day of the disposal are matched first (UK).'],
  ['30 days', 'Then coins bought in the 30 days after the disposal (UK).'],
  ['Section 104', 'The pool of all other coins of a kind, at their average cost (UK).'],
  ['Portfolio share', 'The part of the whole acquisition cost that a sale takes with it (France).'],
  ['Cost base', 'The average cost of all coins of a kind, over all wallets (Canada).'],
  [
    'Superficial loss',
    'A loss that is denied because the same coins were bought back within 30 days (Canada).',
  ],
  ['Exempt', 'Free of tax by the country’s rules: listed, but not included in any total.'],
  ['Not known', 'The ledger has no cost, price or rate for it. It is not included in any total.'],
];

/** Capitalizes the first letter, for the start of a line. */
export const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
