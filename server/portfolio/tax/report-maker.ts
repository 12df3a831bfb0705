import type { LedgerSettings } from '#contract/ledger/settings.ts';
import type { TaxReportChoice } from '#contract/tax/choice.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { LedgerHead, LedgerSource } from '../ledger/calculator/ledger-source.ts';
import type { PastPrices } from '../ledger/calculator/past-values.ts';
import type { ReadCoinNames } from '../ledger/figures/coin-names.ts';
import { noPortfolio } from '../no-portfolio.ts';
import type { PortfolioStore } from '../store.ts';
import { makeReportBytes } from './calculator/make-report.ts';
import type { ReportQuery, ReportReads } from './calculator/report-query.ts';
import type { ReportThread } from './calculator/report-thread.ts';
import { runSized } from './calculator/run-sized.ts';
import { type ListWallets, readWalletNames } from './calculator/wallet-names.ts';
import { writeReportCsv } from './csv/report-csv.ts';
import { rulesByCountry } from './rules/rules-by-country.ts';

export interface ReportRequest {
  readonly userId: string;
  readonly portfolioId: string;
  readonly choice: TaxReportChoice;
  /** Defaults to the portfolio's settings. */
  readonly settings?: LedgerSettings;
  /** Overrides the source of prices and rates. */
  readonly past?: PastPrices;
}

/** Makes reports, whatever the user's plan. Throws `not_found` (for the portfolio or one of `with`). */
export interface ReportMaker {
  /** Returns the bytes of the file, not a text, which the main thread would copy several times if it is long. */
  makeBytes(request: ReportRequest, format: 'json' | 'csv'): Promise<Buffer>;
  makeReport(request: ReportRequest): Promise<TaxReport>;
  writeCsv(report: TaxReport): string;
}

export interface ReportMakerParts {
  readonly source: LedgerSource;
  readonly past: PastPrices;
  readonly portfolios: Pick<PortfolioStore, 'list'>;
  readonly readNames: ReadCoinNames;
  /** Without `Main` and `Elsewhere`. */
  readonly listWallets: ListWallets;
  /** For ledgers large enough to block other requests. */
  readonly thread: ReportThread;
  readonly clock: Clock;
}

/** Makes reports of small ledgers in this thread, those of large ones in a worker. */
export function createReportMaker(parts: ReportMakerParts): ReportMaker {
  async function makeBytes(request: ReportRequest, format: 'json' | 'csv'): Promise<Buffer> {
    const { query, size } = await toQuery(parts, request, format);
    const { source, readNames, thread } = parts;
    const past = request.past ?? parts.past;
    const reads: ReportReads = {
      readChanges: (...args) => source.readChanges(...args),
      readCloses: (wanted) => past.readCloses(wanted),
      readRates: (wanted) => past.readRates(wanted),
      readNames,
    };
    const made = await runSized(size, reads, {
      here: (limited) => makeReportBytes(query, limited),
      inThread: () => thread.makeReportBytes(query, reads, { userId: request.userId, size }),
    });
    return Buffer.from(made.buffer);
  }
  return {
    makeBytes,
    makeReport: async (request) => JSON.parse((await makeBytes(request, 'json')).toString()) as TaxReport,
    writeCsv: (report) => [...writeReportCsv(report)].join(''),
  };
}

async function toQuery(
  { source, portfolios, listWallets, clock }: ReportMakerParts,
  { userId, portfolioId, choice, settings }: ReportRequest,
  format: 'json' | 'csv',
): Promise<{ query: ReportQuery; size: number }> {
  const heads = new Map<string, { readonly name: string; readonly head: LedgerHead }>();
  for (const { id, name } of await portfolios.list(userId)) {
    const head = await source.findHead(userId, id);
    if (head) heads.set(id, { name, head });
  }
  const included = [...new Set([portfolioId, ...choice.with])];
  const found = included.map((id) => {
    const portfolio = heads.get(id);
    if (!portfolio) throw noPortfolio();
    return { id, ...portfolio };
  });
  const [{ head }] = found as [(typeof found)[number]];
  const { method, scope, currency } = settings ?? head.settings;
  return {
    size: found.reduce((sum, one) => sum + one.head.size, 0),
    query: {
      country: choice.country,
      year: choice.year,
      timeZone: choice.timeZone ?? null,
      basis: choice.basis,
      currency: rulesByCountry[choice.country].currency ?? currency,
      settings: { method, scope },
      portfolios: found.map(({ id, name }) => ({ id, name })),
      walletNames: await readWalletNames(found, listWallets),
      otherPortfolios: [...heads].filter(([id, one]) => !included.includes(id) && one.head.size > 0).length,
      now: clock.now(),
      format,
    },
  };
}
