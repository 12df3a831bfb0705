import type { ValuedHolding } from '#contract/portfolio.ts';
import { sumDecimals } from '../decimal-sum.ts';

/** One coin's slice of a portfolio's value, or the smallest coins together. */
export interface AllocationSlice {
  readonly key: string;
  readonly name: string;
  /** In US dollars, as decimal text. */
  readonly value: string;
  /** Percentage of the portfolio's value, as decimal text. */
  readonly share: string;
}

/** If there are more coins, the smallest are merged into the last slice. */
const maxSlices = 6;

type Part = Pick<ValuedHolding, 'coinId' | 'name' | 'value' | 'sharePercent'>;

/** A portfolio's value by coin, largest first. Coins without a price are left out. */
export function allocate(holdings: readonly Part[]): AllocationSlice[] {
  const coins = new Map<string, AllocationSlice>();
  for (const { coinId, name, value, sharePercent } of holdings) {
    if (value === null || sharePercent === null) continue;
    const slice = { key: coinId, name, value, share: sharePercent };
    const previous = coins.get(coinId);
    coins.set(coinId, previous ? mergeSlices([previous, slice], slice) : slice);
  }
  const sorted = [...coins.values()].sort((a, b) => Number(b.share) - Number(a.share));
  if (sorted.length <= maxSlices) return sorted;
  const rest = sorted.slice(maxSlices - 1);
  return [
    ...sorted.slice(0, maxSlices - 1),
    mergeSlices(rest, { key: '', name: `${rest.length} other coins` }),
  ];
}

function mergeSlices(
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

/** Says why there is no allocation to show. */
export function explainNoAllocation(holdings: readonly Pick<ValuedHolding, 'coinId'>[]): string {
  return holdings.length === 0 ? 'There are no holdings yet.' : 'No coin here has a price right now.';
}
