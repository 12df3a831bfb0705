import { createHash } from 'node:crypto';
import type { LedgerSettings } from '#contract/ledger/settings.ts';
import { accountMaximums, type Tier } from '#contract/plans.ts';
import type {
  FiledTaxReport,
  FiledTaxReportHead,
  FileTaxReport,
  TaxFormat,
  TaxReport,
  TaxTotals,
} from '#contract/tax.ts';
import type { Instant } from '#contract/units.ts';
import { refuseFeature } from '#server/billing/service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockOwner } from '#server/platform/database/lock-owner.ts';
import { transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { LedgerSource } from '../../ledger/calculator/ledger-source.ts';
import type { PastValues } from '../../ledger/calculator/past-values.ts';
import type { PortfolioStore } from '../../store.ts';
import type { RenderTaxPdf } from '../render-pdf.ts';
import { type ListTransactions, listCounted } from './counted-transactions.ts';
import { listLedgerChanges, writeLedger } from './frozen-ledger.ts';
import { packBytes, unpackBytes } from './packed-bytes.ts';
import { listValueChanges, RecordedValues, type UsedValue } from './recorded-values.ts';
import type { ReportMaker } from './report-maker.ts';
import { type ComparedRow, type FiledReportStore, type FiledRow, toHead } from './store.ts';
import { subtractTotals } from './totals-difference.ts';

/** The stored bytes of a filed report, and what they are called. */
export interface FiledFile {
  readonly bytes: Buffer;
  readonly fileName: string;
}

/** Refuses with `AppError`: `plan_required` (filing alone), `not_found`, `conflict`. */
export interface FiledReportService {
  fileReport(
    user: { readonly id: string; readonly tier: Tier },
    portfolioId: string,
    choice: FileTaxReport,
  ): Promise<FiledTaxReport>;
  /** Newest first. */
  listReports(userId: string, portfolioId: string): Promise<FiledTaxReportHead[]>;
  getReport(userId: string, id: string): Promise<FiledTaxReport>;
  getFile(userId: string, id: string, format: TaxFormat): Promise<FiledFile>;
  removeReport(userId: string, id: string): Promise<void>;
  /** For an export of the account, oldest first. */
  listEverything(userId: string): Promise<unknown[]>;
}

export interface FiledReportDeps {
  readonly db: Database;
  readonly filed: FiledReportStore;
  readonly portfolios: Pick<PortfolioStore, 'find' | 'listIds'>;
  readonly source: Pick<LedgerSource, 'findHead'>;
  readonly past: PastValues;
  readonly maker: ReportMaker;
  readonly renderPdf: RenderTaxPdf;
  readonly listTransactions: ListTransactions;
  readonly createId: () => string;
  readonly clock: Clock;
}

/** What a report was asked for with. */
interface StoredRequest {
  readonly choice: FileTaxReport;
  readonly settings: LedgerSettings;
}

/** A report with what it stands on. */
interface MadeReport {
  readonly report: TaxReport;
  readonly used: readonly UsedValue[];
}

const noReport = () => new AppError('not_found', 'There is no such tax report.');
const noPortfolio = () => new AppError('not_found', 'There is no such portfolio.');
/** The ledger changed each time: somebody is importing. */
const maxAttempts = 3;
/** Of the reports in an export of an account; larger ones are named, and fetched one by one. */
const maxExportedBytes = 50 * 1024 * 1024;

export function createFiledReportService(deps: FiledReportDeps): FiledReportService {
  const { filed, portfolios } = deps;
  return {
    async fileReport(user, portfolioId, choice) {
      const refusal = refuseFeature(user.tier, 'taxReports');
      if (refusal) throw refusal;
      const row = await freezeReport(deps, user.id, portfolioId, choice);
      await addRow(deps, row);
      return { ...toHead(row), changes: [], difference: subtractTotals(noTotals, noTotals) };
    },
    async listReports(userId, portfolioId) {
      if (!(await portfolios.find(userId, portfolioId))) throw noPortfolio();
      return filed.list(userId, portfolioId);
    },
    async getReport(userId, id) {
      const row = await filed.findCompared(userId, id);
      if (!row) throw noReport();
      return { ...toHead(row), ...(await compareWithToday(deps, userId, row)) };
    },
    async getFile(userId, id, format) {
      const row = await filed.findBytes(userId, id, format);
      if (!row) throw noReport();
      return {
        bytes: await unpackBytes(row.bytes),
        fileName: `altimeter-tax-${row.country}-${row.year}.${format}`,
      };
    },
    async removeReport(userId, id) {
      if (!(await filed.remove(userId, id))) throw noReport();
    },
    listEverything: (userId) => exportReports(deps, userId),
  };
}

const noTotals: TaxTotals = { proceeds: null, cost: null, gains: null, losses: null, net: null };

async function freezeReport(
  deps: FiledReportDeps,
  userId: string,
  portfolioId: string,
  choice: FileTaxReport,
): Promise<FiledRow> {
  for (let attempt = 1; ; attempt += 1) {
    const head = await deps.source.findHead(userId, portfolioId);
    if (!head) throw noPortfolio();
    const before = await readRevisions(deps, userId, portfolioId, choice);
    const stored: StoredRequest = { choice, settings: head.settings };
    const made = await makeReport(deps, userId, portfolioId, stored);
    const ledger = await writeLedger(listCounted(deps.listTransactions, portfolioId, made.report, choice.with));
    // The transactions that are kept are those that the report is of.
    if (before === (await readRevisions(deps, userId, portfolioId, choice)))
      return packReport(deps, { userId, portfolioId, stored, made, ledger });
    if (attempt === maxAttempts)
      throw new AppError('conflict', 'The ledger is being changed. File the report again in a moment.');
  }
}

async function readRevisions(
  { source }: FiledReportDeps,
  userId: string,
  portfolioId: string,
  { with: others }: FileTaxReport,
): Promise<string> {
  const heads = await Promise.all([portfolioId, ...others].map((id) => source.findHead(userId, id)));
  return heads.map((head) => `${head?.revision} ${JSON.stringify(head?.settings)}`).join('\n');
}

async function makeReport(
  { past, maker }: FiledReportDeps,
  userId: string,
  portfolioId: string,
  { choice, settings }: StoredRequest,
): Promise<MadeReport> {
  const recorded = new RecordedValues(past);
  const report = await maker.makeReport({ userId, portfolioId, choice, settings, past: recorded.past });
  return { report, used: recorded.list() };
}

interface FrozenParts {
  readonly userId: string;
  readonly portfolioId: string;
  readonly stored: StoredRequest;
  readonly made: MadeReport;
  readonly ledger: string;
}

async function packReport(
  { maker, renderPdf, createId, clock }: FiledReportDeps,
  { userId, portfolioId, stored, made, ledger }: FrozenParts,
): Promise<FiledRow> {
  const filedAt: Instant = clock.now();
  const { report, used } = made;
  const json = JSON.stringify(report);
  const pdf = await renderPdf(json, filedAt);
  return {
    id: createId(),
    user_id: userId,
    portfolio_id: portfolioId,
    country: report.country,
    year: report.year,
    filed_at: filedAt,
    sha256: createHash('sha256').update(json).digest('hex'),
    engine: report.engine,
    request: JSON.stringify(stored),
    totals: JSON.stringify(report.totals),
    json: await packBytes(json),
    csv: await packBytes(maker.writeCsv(report)),
    pdf: await packBytes(pdf),
    ledger: await packBytes(ledger),
    past_values: await packBytes(JSON.stringify(used)),
  };
}

async function addRow({ db, filed, portfolios }: FiledReportDeps, row: FiledRow): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await lockOwner(tx, row.user_id)))
      throw new AppError('unauthorized', 'This account no longer exists.');
    // It may have been deleted while the report was made.
    if (!(await portfolios.listIds(tx, row.user_id)).includes(row.portfolio_id!)) throw noPortfolio();
    if ((await filed.countOfUser(tx, row.user_id)) >= accountMaximums.taxReports)
      throw new AppError(
        'conflict',
        `An account has room for ${accountMaximums.taxReports} filed tax reports. Delete some first.`,
      );
    await filed.add(tx, row);
  });
}

async function compareWithToday(
  deps: FiledReportDeps,
  userId: string,
  row: ComparedRow,
): Promise<Pick<FiledTaxReport, 'changes' | 'difference'>> {
  const portfolioId = row.portfolio_id;
  if (portfolioId === null) return { changes: [], difference: null };
  const { choice, settings } = JSON.parse(row.request) as StoredRequest;
  // Of other portfolios some may have been deleted since.
  const others = await Promise.all(
    choice.with.map(async (id) => ((await deps.source.findHead(userId, id)) ? [id] : [])),
  );
  const stored = { settings, choice: { ...choice, with: others.flat() } };
  const { report, used } = await makeReport(deps, userId, portfolioId, stored);
  const ledger = (await unpackBytes(row.ledger)).toString();
  const values = JSON.parse((await unpackBytes(row.past_values)).toString()) as UsedValue[];
  const today = listCounted(deps.listTransactions, portfolioId, report, stored.choice.with);
  return {
    changes: [...(await listLedgerChanges(ledger, today)), ...listValueChanges(values, used)],
    difference: subtractTotals(report.totals, JSON.parse(row.totals) as TaxTotals),
  };
}

async function exportReports({ filed }: FiledReportDeps, userId: string): Promise<unknown[]> {
  const exported: unknown[] = [];
  let room = maxExportedBytes;
  for (const id of await filed.listIds(userId)) {
    const [head, row] = [await filed.findCompared(userId, id), await filed.findBytes(userId, id, 'json')];
    if (!head || !row) continue;
    const json = await unpackBytes(row.bytes);
    room -= json.length;
    exported.push({
      ...toHead(head),
      request: JSON.parse(head.request) as unknown,
      report: room < 0 ? null : (JSON.parse(json.toString()) as unknown),
    });
  }
  return exported;
}
