import type { TaxNote } from '#contract/tax/report.ts';
import type { LedgerRun } from '../report/ledger-run.ts';
import type { TaxYear } from '../report/tax-year.ts';

/** Notes the rule on coins from forks, for countries whose law gives them no cost; the ledger books them at their value. */
export function listForkNotes(
  { incomes }: LedgerRun,
  { to }: TaxYear,
  rule: { readonly text: string; readonly source: string },
): TaxNote[] {
  const hasFork = incomes.some(({ entry }) => entry.kind === 'fork' && entry.occurredAt < to);
  if (!hasFork) return [];
  const text = `In this report, coins from a fork cost their value on arrival. ${rule.text} Enter that cost as the income's value.`;
  return [{ kind: 'rule', text, source: rule.source }];
}
