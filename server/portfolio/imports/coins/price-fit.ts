import type { CoinId } from '#contract/units.ts';

/** How the prices implied by rows compare with what a coin cost on those days. */
export type Fit = 'fits' | 'contradicts' | 'unknown';

/** A coin's price in dollars on a day. */
export interface PriceSample {
  /** A date (UTC). */
  readonly day: string;
  readonly price: number;
}

/** Prices within a day rarely differ from its close by more than this factor, as a logarithm. */
const maxFit = Math.log(1.5);
const minContradiction = Math.log(2);

/** Compares samples with a candidate's closes on their days; null: a close is unknown. */
export function fitPrices(samples: readonly PriceSample[], closes: readonly (number | null)[]): Fit {
  const distances = samples
    .flatMap(({ price }, index) => {
      const close = closes[index];
      return close && price > 0 ? [Math.abs(Math.log(price / close))] : [];
    })
    .sort((a, b) => a - b);
  if (distances.length === 0) return 'unknown';
  const median = distances[Math.floor((distances.length - 1) / 2)]!;
  if (median <= maxFit) return 'fits';
  return median >= minContradiction ? 'contradicts' : 'unknown';
}

export interface JudgedCandidate {
  readonly coinId: CoinId;
  readonly fit: Fit;
  /** Whether it is one of the coins refreshed with each snapshot. */
  readonly isListed: boolean;
}

/**
 * Returns the coin a ticker stands for, or undefined if it is ambiguous or uncertain. `expected`: the coin that the
 * ticker stands for everywhere, or stood for at that time.
 */
export function chooseCoin(
  candidates: readonly JudgedCandidate[],
  expected: CoinId | undefined,
): CoinId | undefined {
  const known = candidates.find(({ coinId }) => coinId === expected);
  if (known && known.fit !== 'contradicts') return known.coinId;
  const fitting = candidates.filter(({ fit }) => fit === 'fits');
  if (fitting.length === 1) {
    const [only] = fitting;
    const unknown = candidates.filter(({ fit }) => fit === 'unknown');
    if (unknown.length === 0 || (only!.isListed && unknown.every(({ isListed }) => !isListed)))
      return only!.coinId;
  }
  const [first, ...others] = candidates;
  const isAlone = first !== undefined && others.length === 0 && expected === undefined;
  return isAlone && first.isListed && first.fit !== 'contradicts' ? first.coinId : undefined;
}

/** The likelihood of each candidate, from 0 to 1; they sum to about 1 at most. */
export function rateLikelihoods(candidates: readonly JudgedCandidate[]): number[] {
  const weights = candidates.map(
    ({ fit, isListed }) => ({ fits: 1, unknown: 0.2, contradicts: 0.01 })[fit] * (isListed ? 3 : 1),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => Math.round((weight / Math.max(sum, 1)) * 100) / 100);
}
