import type { FiledTaxReport, TaxChange } from '#contract/tax/filed-report.ts';
import type { TaxTotals } from '#contract/tax/report.ts';
import type { LedgerSource } from '../../ledger/calculator/ledger-source.ts';
import type { PastPrices } from '../../ledger/calculator/past-values.ts';
import type { ReportMaker } from '../report-maker.ts';
import { type ListTransactions, listCountedTransactions } from './counted-transactions.ts';
import { unpackBytes } from './packed-bytes.ts';
import { recordReport, type StoredRequest } from './record-report.ts';
import { listValueChanges, readUsedValues } from './recorded-values.ts';
import type { ComparedRow } from './store.ts';
import { subtractTotals } from './subtract-totals.ts';
import { listLedgerChanges } from './written-ledger.ts';

export interface CompareDeps {
  readonly source: Pick<LedgerSource, 'findHead'>;
  readonly past: PastPrices;
  readonly maker: Pick<ReportMaker, 'makeBytes'>;
  readonly listTransactions: ListTransactions;
}

/** There may be as many changes as the ledger has transactions, so they come in batches, to be written one by one. */
export interface Comparison extends Pick<FiledTaxReport, 'difference'> {
  readonly changes: AsyncIterable<readonly TaxChange[]>;
}

/** Finds what has changed since a report was filed, and how the totals would differ if it were made now. */
export async function compareWithToday(
  deps: CompareDeps,
  userId: string,
  row: ComparedRow,
): Promise<Comparison> {
  const portfolioId = row.portfolio_id;
  if (portfolioId === null) return { changes: joinBatches(), difference: null };
  const { choice, settings } = JSON.parse(row.request) as StoredRequest;
  // Other portfolios in the report may have been deleted since.
  const others = await Promise.all(
    choice.with.map(async (id) => ((await deps.source.findHead(userId, id)) ? [id] : [])),
  );
  const stored = { settings, choice: { ...choice, with: others.flat() } };
  const { head, used } = await recordReport(deps, { userId, portfolioId }, stored);
  const ledger = (await unpackBytes(row.ledger)).toString();
  const values = readUsedValues((await unpackBytes(row.past_values)).toString());
  const today = listCountedTransactions(deps.listTransactions, portfolioId, head, stored.choice.with);
  return {
    changes: joinBatches(await listLedgerChanges(ledger, today), listValueChanges(values, used)),
    difference: subtractTotals(head.totals, JSON.parse(row.totals) as TaxTotals),
  };
}

async function* joinBatches(
  ...lists: readonly Comparison['changes'][]
): AsyncGenerator<readonly TaxChange[]> {
  for (const batches of lists) yield* batches;
}
