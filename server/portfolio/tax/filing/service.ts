import type { Readable } from 'node:stream';
import { accountMaximums, type Tier } from '#contract/plans.ts';
import type { FileTaxReport, TaxFormat } from '#contract/tax/choice.ts';
import type { FiledTaxReport, FiledTaxReportHead } from '#contract/tax/filed-report.ts';
import type { TaxTotals } from '#contract/tax/report.ts';
import { refuseFeature } from '#server/billing/service.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { RawJson } from '#server/platform/raw-json.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import type { PortfolioStore } from '../../store.ts';
import { rulesByCountry } from '../rules/rules-by-country.ts';
import { type CompareDeps, type Comparison, compareWithToday } from './compare-with-today.ts';
import { type FreezeDeps, freezeReport } from './freeze-report.ts';
import { streamUnpacked, unpackBytes } from './packed-bytes.ts';
import type { StoredRequest } from './record-report.ts';
import { type FiledReportStore, type FiledRow, packedColumns, toHead } from './store.ts';
import { subtractTotals } from './subtract-totals.ts';

/** A filed report as a downloadable file, with the bytes stored at filing. */
export interface FiledFile {
  readonly content: Readable;
  readonly fileName: string;
}

/** Throws `AppError`: `plan_required` (only when filing), `not_found`, `conflict`. */
export interface FiledReportService {
  fileReport(
    user: { readonly id: string; readonly tier: Tier },
    portfolioId: string,
    choice: FileTaxReport,
  ): Promise<FiledTaxReport>;
  /** Newest first. */
  listReports(userId: string, portfolioId: string): Promise<FiledTaxReportHead[]>;
  /** Its changes come in batches. */
  getReport(
    userId: string,
    id: string,
  ): Promise<FiledTaxReportHead & Comparison & Pick<FiledTaxReport, 'currency'>>;
  getFile(userId: string, id: string, format: TaxFormat): Promise<FiledFile>;
  removeReport(userId: string, id: string): Promise<void>;
  /** For the account export: oldest first, one at a time. */
  listEverything(userId: string): Promise<AsyncIterable<readonly unknown[]>>;
}

export type FiledReportDeps = FreezeDeps &
  CompareDeps & {
    readonly db: Database;
    readonly filed: FiledReportStore;
    readonly portfolios: Pick<PortfolioStore, 'find' | 'listIds'>;
    /** The size limit per account, in bytes as stored; smaller in tests. */
    readonly maxBytes?: number;
  };

const noReport = () => new AppError('not_found', 'There is no such tax report.');
const noTotals: TaxTotals = { proceeds: null, cost: null, gains: null, losses: null, net: null };
/** Total size of reports in an account export, in bytes. Beyond it they are only named, to be downloaded one by one. */
const maxExportedBytes = 50 * 1024 * 1024;

export function createFiledReportService(deps: FiledReportDeps): FiledReportService {
  const { filed, portfolios } = deps;
  return {
    async fileReport(user, portfolioId, choice) {
      const refusal = refuseFeature(user.tier, 'taxReports');
      if (refusal) throw refusal;
      // Checked before making the report, which may take minutes, and again with its size when storing it.
      await refuseFull(deps, deps.db, user.id);
      const row = await freezeReport(deps, { userId: user.id, portfolioId }, choice);
      await addRow(deps, row);
      const difference = subtractTotals(noTotals, noTotals);
      return { ...toHead(row), changes: [], difference, currency: currencyOf(row) };
    },
    async listReports(userId, portfolioId) {
      if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
      return filed.list(userId, portfolioId);
    },
    async getReport(userId, id) {
      const row = await filed.findCompared(userId, id);
      if (!row) throw noReport();
      const comparison = await compareWithToday(deps, userId, row);
      return { ...toHead(row), ...comparison, currency: currencyOf(row) };
    },
    async getFile(userId, id, format) {
      const row = await filed.findBytes(userId, id, format);
      if (!row) throw noReport();
      const fileName = `altimeter-tax-${row.country}-${row.year}-filed.${format}`;
      return { content: streamUnpacked(row.bytes), fileName };
    },
    async removeReport(userId, id) {
      if (!(await filed.remove(userId, id))) throw noReport();
    },
    listEverything: async (userId) => exportReports(filed, userId),
  };
}

function currencyOf({ request }: Pick<FiledRow, 'request'>): string {
  const { choice, settings } = JSON.parse(request) as StoredRequest;
  return rulesByCountry[choice.country].currency ?? settings.currency;
}

async function addRow(deps: FiledReportDeps, row: FiledRow): Promise<void> {
  const { db, portfolios } = deps;
  await transact(db, async (tx) => {
    if (!(await lockOwner(tx, row.user_id)))
      throw new AppError('unauthorized', 'This account no longer exists.');
    // The portfolio may have been deleted while the report was made.
    if (!(await portfolios.listIds(tx, row.user_id)).includes(row.portfolio_id!)) throw noPortfolio();
    const bytes = packedColumns.reduce((sum, name) => sum + row[name].length, 0);
    await refuseFull(deps, tx, row.user_id, bytes);
    await deps.filed.add(tx, row);
  });
}

/** `added`: size of the report to store, in bytes. */
async function refuseFull(
  { filed, maxBytes = accountMaximums.taxReportBytes }: FiledReportDeps,
  db: Database,
  userId: string,
  added = 1,
): Promise<void> {
  const { count, bytes } = await filed.sizeOfUser(db, userId);
  const { taxReports } = accountMaximums;
  const room =
    count >= taxReports
      ? `${taxReports} filed tax reports`
      : bytes + added > maxBytes
        ? `${maxBytes / 1024 / 1024} MB of filed tax reports`
        : null;
  if (room === null) return;
  throw new AppError(
    'conflict',
    `An account has room for ${room}. Download those that you want to keep, and delete some first.`,
  );
}

async function* exportReports(filed: FiledReportStore, userId: string): AsyncGenerator<unknown[]> {
  let room = maxExportedBytes;
  for (const id of await filed.listIds(userId)) {
    const file = await filed.findBytes(userId, id, 'json');
    if (!file) continue;
    const json = room < 0 ? null : await unpackBytes(file.bytes);
    room -= json?.length ?? 0;
    const request = JSON.parse(file.request) as unknown;
    // Exported as stored: parsing and writing it again would block everybody for a second.
    const report = json && room >= 0 ? new RawJson(json) : null;
    yield [{ ...toHead(file), request, report }];
  }
}
