import { maxSmallLots } from '../../ledger/calculator/sized-calculator.ts';
import { TooManyLotsError } from '../../ledger/engine/named-lots-budget.ts';
import type { ReportReads } from './report-query.ts';
import { minLargeLedger } from './report-thread.ts';

type LedgerReads = Pick<ReportReads, 'readChanges'>;

interface Work<Reads, Result> {
  /** Takes reads that throw a `TooManyLotsError` for ledgers whose calculation would block other requests. */
  readonly here: (reads: Reads) => Promise<Result>;
  readonly inThread: () => Promise<Result>;
}

/**
 * Works on ledgers in this thread, or in another one if they are large: if they have many transactions, or few that name many
 * lots. `size`: the number of transactions.
 */
export async function runSized<Reads extends LedgerReads, Result>(
  size: number,
  reads: Reads,
  { here, inThread }: Work<Reads, Result>,
): Promise<Result> {
  if (size >= minLargeLedger) return inThread();
  const readChanges: LedgerReads['readChanges'] = (id, since) => reads.readChanges(id, since, maxSmallLots);
  try {
    return await here({ ...reads, readChanges });
  } catch (error) {
    if (!(error instanceof TooManyLotsError)) throw error;
    return inThread();
  }
}
