import type { MethodChoice } from '#server/portfolio/ledger/calculator/ledger-query.ts';
import type { TaxBasis, TaxCountry } from '../../../contract/tax/choice.ts';
import type { TaxReport } from '../../../contract/tax/report.ts';
import { compareEntries, type LedgerEntry } from '../../../server/portfolio/ledger/engine/entry.ts';
import type { Valuer } from '../../../server/portfolio/ledger/engine/expand-entry.ts';
import { parseAmount, roundMoney } from '../../../server/portfolio/ledger/engine/fixed-point.ts';
import { buildReport } from '../../../server/portfolio/tax/report/build-report.ts';
import { createTaxYear } from '../../../server/portfolio/tax/report/tax-year.ts';
import { rulesByCountry } from '../../../server/portfolio/tax/rules/rules-by-country.ts';

/**
 * Values entries by closes in dollars, given for a day by `bitcoin 2024-03-31` or for every day by `bitcoin`. Every
 * currency is worth a dollar, except `XXX`, which has no rate.
 */
export function fakeValuer(currency: string, closes: Readonly<Record<string, string>> = {}): Valuer {
  return {
    convert: (money) => {
      if (money.currency === currency) return money.amount;
      return money.currency === 'XXX' ? null : roundMoney(money.amount, 1n);
    },
    closeOf: (coinId, at) => {
      const day = new Date(at).toISOString().slice(0, 10);
      const close = closes[`${coinId} ${day}`] ?? closes[coinId];
      return close === undefined ? null : parseAmount(close);
    },
  };
}

interface ReportRequest {
  readonly country: TaxCountry;
  readonly year: number;
  readonly settings?: MethodChoice;
  readonly basis?: TaxBasis;
  readonly timeZone?: string;
  readonly closes?: Readonly<Record<string, string>>;
  /** Entries of another portfolio, which the report includes. */
  readonly others?: readonly LedgerEntry[];
  readonly otherPortfolios?: number;
  readonly now?: string;
}

/** Makes a country's report of entries in memory. */
export function reportOf(entries: readonly LedgerEntry[], request: ReportRequest): TaxReport {
  const { country, year, others, closes } = request;
  const currency = rulesByCountry[country].currency ?? 'USD';
  const own = entries.toSorted(compareEntries);
  return buildReport(
    {
      country,
      year: createTaxYear(country, year, request.timeZone),
      currency,
      basis: request.basis ?? 'allocated',
      settings: request.settings ?? { method: 'fifo', scope: 'portfolio' },
      own,
      entries: others ? [...own, ...others] : own,
      valuer: fakeValuer(currency, closes),
      now: Date.parse(request.now ?? '2030-01-01'),
    },
    {
      portfolios: [{ id: 'portfolio', name: 'Main' }, ...(others ? [{ id: 'other', name: 'Other' }] : [])],
      otherPortfolios: request.otherPortfolios ?? 0,
      names: new Map(),
      walletNames: new Map(),
    },
  );
}
