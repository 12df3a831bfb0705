import { isZero } from '../decimal-sum.ts';
import type { ExplainedHolding } from '../overview/explain-total.ts';
import { writeAmount, writeMoney } from './describe-leaf.ts';

/** How a holding counts in a total, to follow its name: `no cost recorded: its value counts as profit`. */
export function explainHolding(
  { holding, why, counted, leftOut }: ExplainedHolding,
  isGain: boolean,
  currency: string,
): string {
  if (leftOut !== null) return `${why}: its cost of ${writeMoney(leftOut, currency)} isn’t counted either`;
  const { value, costBasis, unknownCostAmount, symbol } = holding;
  if (value === null) return `${why}, and no cost recorded`;
  // Coins that are missing have no amount of their own: the ledger's amounts are of what is there.
  if (counted?.startsWith('-')) return `${why}: what is missing counts as a loss`;
  const isWhole = costBasis === null || isZero(unknownCostAmount);
  const reason = isWhole ? why : `${writeAmount(unknownCostAmount)} ${symbol.toUpperCase()}, ${why}`;
  if (!isGain) return reason;
  return `${reason}: ${isWhole ? 'its' : 'their'} value counts as profit`;
}
