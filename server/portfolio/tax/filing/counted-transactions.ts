import type { Transaction } from '#contract/ledger/transaction.ts';
import type { TaxReport } from '#contract/tax/report.ts';
import type { Instant } from '#contract/units.ts';

/** A portfolio's transactions in chunks, oldest first. */
export type ListTransactions = (portfolioId: string) => AsyncIterable<readonly Transaction[]>;

const dayMs = 24 * 60 * 60 * 1000;
/** A disposal is matched with purchases of the 30 days after it (GB, CA, and the `uk` method elsewhere). */
const windowMs = 31 * dayMs;

/** The transactions that can affect a report: all up to its end, plus the matching window after it if there is one. */
export async function* listCountedTransactions(
  listTransactions: ListTransactions,
  portfolioId: string,
  { to, country, method, ledger }: Pick<TaxReport, 'to' | 'country' | 'method' | 'ledger'>,
  others: readonly string[],
): AsyncGenerator<Transaction[]> {
  const hasWindow = country === 'GB' || country === 'CA' || method === 'uk' || ledger.method === 'uk';
  const end: Instant = Date.parse(to) + (hasWindow ? windowMs : 0);
  for (const id of new Set([portfolioId, ...others])) {
    for await (const transactions of listTransactions(id)) {
      const counted = transactions.filter(({ occurredAt }) => Date.parse(occurredAt) < end);
      yield counted;
      if (counted.length < transactions.length) break;
    }
  }
}
