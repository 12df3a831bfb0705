import type { ValuedHolding } from '#contract/portfolio.ts';
import { sumDecimals } from '../decimal-sum.ts';

/** A part of a portfolio's value. */
export interface AllocationSlice {
  readonly key: string;
  readonly name: string;
  /** US dollars, as decimal text. */
  readonly value: string;
  /** Part of the whole in percent, as decimal text. */
  readonly share: string;
}

/** The smallest slices beyond this are merged into the last. */
const maxSlices = 6;

type Part = Pick<ValuedHolding, 'coinId' | 'name' | 'value' | 'sharePercent'>;

/** A portfolio's value by coin, the largest first, without coins that have no price. */
export function allocate(holdings: readonly Part[]): AllocationSlice[] {
  const coins = new Map<string, AllocationSlice>();
  for (const { coinId, name, value, sharePercent } of holdings) {
    if (value === null || sharePercent === null) continue;
    const slice = { key: coinId, name, value, share: sharePercent };
    const before = coins.get(coinId);
    coins.set(coinId, before ? join([before, slice], slice) : slice);
  }
  const sorted = [...coins.values()].sort((a, b) => Number(b.share) - Number(a.share));
  if (sorted.length <= maxSlices) return sorted;
  const rest = sorted.slice(maxSlices - 1);
  return [...sorted.slice(0, maxSlices - 1), join(rest, { key: '', name: `${rest.length} other coins` })];
}

function join(
  slices: readonly AllocationSlice[],
  { key, name }: Pick<AllocationSlice, 'key' | 'name'>,
): AllocationSlice {
  return {
    key,
    name,
    value: sumDecimals(slices.map(({ value }) => value)),
    share: sumDecimals(slices.map(({ share }) => share)),
  };
}
