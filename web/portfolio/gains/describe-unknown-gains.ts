import type { DisposalPage } from '#contract/ledger/figures.ts';
import { formatCount } from '#web/lib/formats.ts';

/** How many disposals the gain of a total leaves out, and why: `2 without a cost`. Null if none. `before`: what precedes it. */
export function describeUnknownGains(
  { unknownCost, unknownGain }: Pick<DisposalPage['totals'], 'unknownCost' | 'unknownGain'>,
  before = '',
): string | null {
  if (unknownGain !== undefined) return `${before}${formatCount(unknownGain)} without a known gain`;
  return unknownCost > 0 ? `${before}${formatCount(unknownCost)} without a cost` : null;
}
