import { createHash } from 'node:crypto';
import type { FileTaxReport } from '#contract/tax/choice.ts';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { Pauses } from '#server/platform/pauses.ts';
import type { LedgerSource } from '../../ledger/calculator/ledger-source.ts';
import type { PastPrices } from '../../ledger/calculator/past-values.ts';
import { noPortfolio } from '../../no-portfolio.ts';
import type { RenderTaxPdf } from '../render-tax-pdf.ts';
import type { ReportMaker } from '../report-maker.ts';
import { type ListTransactions, listCountedTransactions } from './counted-transactions.ts';
import { packBytes } from './packed-bytes.ts';
import { type RecordedReport, recordReport, type StoredRequest } from './record-report.ts';
import { writeUsedValues } from './recorded-values.ts';
import type { FiledRow } from './store.ts';
import { type LedgerPosition, writeLedger } from './written-ledger.ts';

export interface FreezeDeps {
  readonly source: Pick<LedgerSource, 'findHead' | 'readChanges'>;
  readonly past: PastPrices;
  readonly maker: Pick<ReportMaker, 'makeBytes'>;
  readonly renderPdf: RenderTaxPdf;
  readonly listTransactions: ListTransactions;
  readonly createId: () => string;
  readonly clock: Clock;
}

interface Owner {
  readonly userId: string;
  readonly portfolioId: string;
}

/** An attempt fails only if the ledger changes in the meantime, as during an import. */
const maxAttempts = 3;

/** Makes a report and keeps the transactions, prices and rates it is computed from. */
export async function freezeReport(deps: FreezeDeps, owner: Owner, choice: FileTaxReport): Promise<FiledRow> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const head = await deps.source.findHead(owner.userId, owner.portfolioId);
    if (!head) throw noPortfolio();
    const before = await readRevisions(deps, owner, choice);
    const stored: StoredRequest = { choice, settings: head.settings };
    const made = await recordReport(deps, owner, stored);
    const csv = await made.makeCsv();
    const counted = listCountedTransactions(deps.listTransactions, owner.portfolioId, made.head, choice.with);
    const positions = await readPositions(deps, owner, choice);
    const ledger = await writeLedger(counted, (id) => positions.get(id));
    // Discard it if the ledger changed meanwhile: the stored transactions and CSV must be those of the report.
    if (before === (await readRevisions(deps, owner, choice)))
      return packReport(deps, owner, { stored, made, csv, ledger });
  }
  throw new AppError('conflict', 'The ledger is being changed. File the report again in a moment.');
}

async function readPositions(
  { source }: FreezeDeps,
  { portfolioId }: Owner,
  { with: others }: FileTaxReport,
): Promise<Map<string, LedgerPosition>> {
  const positions = new Map<string, LedgerPosition>();
  for (const id of [portfolioId, ...others]) {
    const { entries } = await source.readChanges(id, 0);
    const ofOther = id === portfolioId ? {} : { portfolioId: id };
    for (const { id: entryId, createdAt, rowIdentity } of entries)
      positions.set(entryId, { createdAt, rowIdentity, ...ofOther });
  }
  return positions;
}

async function readRevisions(
  { source }: FreezeDeps,
  { userId, portfolioId }: Owner,
  { with: others }: FileTaxReport,
): Promise<string> {
  const heads = await Promise.all([portfolioId, ...others].map((id) => source.findHead(userId, id)));
  return heads.map((head) => `${head?.revision} ${JSON.stringify(head?.settings)}`).join('\n');
}

interface FrozenParts {
  readonly stored: StoredRequest;
  readonly made: RecordedReport;
  readonly csv: Buffer;
  readonly ledger: string;
}

async function packReport(
  { renderPdf, createId, clock }: FreezeDeps,
  { userId, portfolioId }: Owner,
  { stored, made, csv, ledger }: FrozenParts,
): Promise<FiledRow> {
  const filedAt: Instant = clock.now();
  const { json, head, used } = made;
  const pdf = await renderPdf(json, filedAt, userId);
  return {
    id: createId(),
    user_id: userId,
    portfolio_id: portfolioId,
    country: head.country,
    year: head.year,
    filed_at: filedAt,
    sha256: await hashWithPauses(json),
    engine: head.engine,
    request: JSON.stringify(stored),
    totals: JSON.stringify(head.totals),
    json: await packBytes(json),
    csv: await packBytes(csv),
    pdf: await packBytes(pdf),
    ledger: await packBytes(ledger),
    past_values: await packBytes(await writeUsedValues(used)),
  };
}

/** Bytes hashed between two pauses: about a millisecond. */
const hashedAtOnce = 1024 * 1024;

async function hashWithPauses(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  const pauses = new Pauses(hashedAtOnce);
  for (let first = 0; first < bytes.length; first += hashedAtOnce) {
    hash.update(bytes.subarray(first, first + hashedAtOnce));
    await pauses.after(hashedAtOnce);
  }
  return hash.digest('hex');
}
