import type { TransactionInput } from '#contract/ledger/transaction.ts';
import type { Instant } from '#contract/units.ts';
import type { Issue } from './transaction-draft.ts';

const dayMs = 86_400_000;
/** The day of Bitcoin's first block. */
const firstInstant = Date.parse('2009-01-03T00:00:00Z');

/** Finds dates of a transaction that are out of range: before Bitcoin existed, too far ahead, or in the wrong order. */
export function findDateIssues({ occurredAt, acquiredAt }: TransactionInput, now: Instant): Issue[] {
  const at = Date.parse(occurredAt);
  const issues: Issue[] = [];
  if (at < firstInstant || at > now + dayMs)
    issues.push({ path: 'occurredAt', message: 'Must be from 2009-01-03 to a day ahead' });
  const acquired = acquiredAt === null ? null : Date.parse(acquiredAt);
  if (acquired !== null && (acquired < firstInstant || acquired > at))
    issues.push({ path: 'acquiredAt', message: 'Must be from 2009-01-03 to the date of the transaction' });
  return issues;
}
