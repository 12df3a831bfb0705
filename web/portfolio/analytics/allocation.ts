import type { ValuedHolding } from '#contract/portfolio.ts';
import { sumDecimals } from '../decimal-sum.ts';

/** A part of a portfolio's value. */
export interface Slice {
  readonly key: string;
  readonly name: string;
  /** US dollars, as decimal text. */
  readonly value: string;
  /** Part of the whole in percent, as decimal text. */
  readonly share: string;
}

/** Slices drawn at most; the smallest are put together into the last. */
const mostSlices = 6;

type Part = Pick<ValuedHolding, 'coinId' | 'name' | 'value' | 'sharePercent'>;

/** What a portfolio's value is made of, the largest first; coins without a price are not in it. */
export function allocate(holdings: readonly Part[]): Slice[] {
  const coins = new Map<string, Slice>();
  for (const { coinId, name, value, sharePercent } of holdings) {
    if (value === null || sharePercent === null) continue;
    const slice = { key: coinId, name, value, share: sharePercent };
    const before = coins.get(coinId);
    coins.set(coinId, before ? join([before, slice], slice) : slice);
  }
  const sorted = [...coins.values()].sort((a, b) => Number(b.share) - Number(a.share));
  if (sorted.length <= mostSlices) return sorted;
  const rest = sorted.slice(mostSlices - 1);
  return [...sorted.slice(0, mostSlices - 1), join(rest, { key: '', name: `${rest.length} other coins` })];
}

function join(slices: readonly Slice[], { key, name }: Pick<Slice, 'key' | 'name'>): Slice {
  return {
    key,
    name,
    value: sumDecimals(slices.map(({ value }) => value)),
    share: sumDecimals(slices.map(({ share }) => share)),
  };
}
