import type { TaxIncomeLine, TaxNote, TaxReport } from '#contract/tax/report.ts';
import type { CoinId } from '#contract/units.ts';
import { sumKnown } from '../../ledger/engine/figures.ts';
import { type Money, parseMoney } from '../../ledger/engine/fixed-point.ts';
import type { CoinNames } from '../../ledger/figures/coin-names.ts';
import { moneyText } from '../../ledger/figures/money-text.ts';
import type { TaxOutcome } from '../rules/country-rules.ts';
import { listLimits } from '../rules/list-limits.ts';
import { rulesByCountry } from '../rules/rules-by-country.ts';
import { AcquisitionDays } from './acquisition-days.ts';
import { describeIncomes, describeLines, describeLots, describeUnknownCosts } from './describe-lines.ts';
import { listUnknownGains, listUnknownIncomes } from './list-unknown-gains.ts';
import type { ReportContext } from './report-context.ts';
import type { TaxCase } from './tax-case.ts';
import { listProblems } from './tax-problems.ts';
import { dayText } from './time-zone.ts';
import { describeTotals, sumTotals } from './totals.ts';

/** The versions of the rules and of the ledger's engine below them. Increase one when its arithmetic changes. */
const taxEngineVersion = 'tax-6 ledger-1';

/** What a report contains besides figures. */
export interface ReportLabels {
  readonly portfolios: readonly { readonly id: string; readonly name: string }[];
  /** How many other portfolios of the account have transactions. */
  readonly otherPortfolios: number;
  readonly names: ReadonlyMap<CoinId, CoinNames>;
  /** By the wallet ids used in the case's entries. */
  readonly walletNames: ReadonlyMap<string, string>;
}

/** Applies one country's rules to one year of a ledger. */
export function buildReport(taxCase: TaxCase, labels: ReportLabels): TaxReport {
  const { country, year, currency } = taxCase;
  const outcome = rulesByCountry[country].apply(taxCase);
  const context: ReportContext = {
    portfolioId: labels.portfolios[0]?.id ?? '',
    currency,
    country,
    year,
    otherIds: labels.portfolios.slice(1).map(({ id }) => id),
    nameOf: (coinId) => labels.names.get(coinId) ?? { symbol: coinId, name: coinId },
    walletNameOf: (walletId) => labels.walletNames.get(walletId) ?? walletId,
  };
  const limits = listLimits(country, year.year);
  const hasLimits = country === 'generic' || limits.length > 0;
  const { problems, largestDifference } = listProblems(taxCase, outcome, labels.names);
  const incomeLines = describeIncomes(outcome.run, year, context);
  const lots = describeLots(outcome.open, context, new AcquisitionDays(taxCase));
  const lines = describeLines(outcome.lines, outcome, context, 1);
  const apart = describeLines(outcome.apart, outcome, context, outcome.lines.length + 1);
  const unknownCosts = describeUnknownCosts(outcome.run, year, context);
  const named = new Set([lines, apart, incomeLines, lots, unknownCosts].flatMap(listCoinIds));
  return {
    country,
    year: year.year,
    yearName: year.name,
    from: new Date(year.from).toISOString(),
    to: new Date(year.to).toISOString(),
    firstDay: dayText(year.firstDay),
    lastDay: dayText(year.lastDay),
    timeZone: year.zone.name,
    currency,
    method: outcome.method,
    scope: outcome.scope,
    basis: country === 'US' ? taxCase.basis : null,
    portfolios: [...labels.portfolios],
    otherPortfolios: labels.otherPortfolios,
    coins: [...named].sort().map((coinId) => {
      const { symbol, name } = context.nameOf(coinId);
      return { coinId, symbol, name };
    }),
    lines,
    apart,
    totals: describeTotals(sumTotals(outcome.lines.filter(({ exempt }) => !exempt))),
    income: sumIncomes(incomeLines),
    incomeLines,
    ledger: { ...taxCase.settings, totals: describeTotals(outcome.steps.ledger) },
    differences: outcome.steps.differences,
    problems: [...problems],
    largestDifference: moneyText(largestDifference),
    notes: listNotes(taxCase, { ...outcome, incomeLines }, labels, hasLimits),
    limits,
    hasLimits,
    pools: lots.filter(({ transactionId }) => transactionId === null),
    lots: lots.filter(({ transactionId }) => transactionId !== null),
    unknownCosts,
    details: outcome.details,
    engine: taxEngineVersion,
  };
}

const listCoinIds = (rows: readonly { readonly coinId: CoinId }[]) => rows.map(({ coinId }) => coinId);

function sumIncomes(lines: readonly TaxIncomeLine[]): TaxReport['income'] {
  const sum = (rows: readonly TaxIncomeLine[]) =>
    moneyText(sumKnown(rows.map(({ value }): Money | null => (value === null ? null : parseMoney(value)))));
  const byKind = [...Map.groupBy(lines, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    total: sum(lines),
    byKind: Object.fromEntries(byKind.map(([kind, rows]) => [kind, sum(rows)])),
  };
}

function listNotes(
  { year, currency, now }: TaxCase,
  { notes, lines, incomeLines }: TaxOutcome & { readonly incomeLines: readonly TaxIncomeLine[] },
  { otherPortfolios }: ReportLabels,
  hasLimits: boolean,
): TaxNote[] {
  const common: TaxNote[] = [
    { kind: 'no_advice', text: 'This is a calculation, not advice.', source: null },
    ...notes,
    ...listUnknownGains(lines, currency),
    ...listUnknownIncomes(incomeLines),
  ];
  if (now < year.to)
    common.push({
      kind: 'window',
      text: `The year is not over: it ends on ${dayText(year.lastDay)}.`,
      source: null,
    });
  if (!hasLimits)
    common.push({
      kind: 'limit',
      text: `The allowances, limits and rates for ${year.name} are not known here, so none are applied.`,
      source: null,
    });
  if (otherPortfolios > 0)
    common.push({
      kind: 'portfolios',
      text:
        otherPortfolios === 1
          ? 'Another portfolio of this account has transactions and is not in this calculation.'
          : `${otherPortfolios} other portfolios of this account have transactions and are not in this calculation.`,
      source: null,
    });
  return common;
}
