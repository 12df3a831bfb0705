import type { PricePoint } from '#contract/market.ts';
import type { Percent } from '#contract/units.ts';

/** [instant, 0 to 100]. */
type StrengthPoint = readonly [at: number, strength: Percent];

/** Wilder's choice. */
export const rsiLength = 14;
/** Above: overbought; below: oversold, in Wilder's words. */
export const rsiLevels = [70, 30] as const;

/**
 * The relative strength index after J. Welles Wilder, New Concepts in Technical Trading Systems (1978), section VI:
 * `100 − 100 ÷ (1 + average gain ÷ average loss)`. The first averages are plain means of the first `length` changes;
 * then `(previous × (length − 1) + current) ÷ length`. Without losses it is 100, without any moves 50.
 */
export function rsi(points: readonly PricePoint[], length = rsiLength): StrengthPoint[] {
  const strengths: StrengthPoint[] = [];
  let gain = 0;
  let loss = 0;
  for (let index = 1; index < points.length; index++) {
    const change = points[index]![1] - points[index - 1]![1];
    const [up, down] = [Math.max(0, change), Math.max(0, -change)];
    if (index <= length) {
      gain += up / length;
      loss += down / length;
    } else {
      gain = (gain * (length - 1) + up) / length;
      loss = (loss * (length - 1) + down) / length;
    }
    if (index >= length) strengths.push([points[index]![0], strengthOf(gain, loss)]);
  }
  return strengths;
}

function strengthOf(gain: number, loss: number): Percent {
  if (gain === 0 && loss === 0) return 50;
  return 100 - 100 / (1 + gain / loss);
}
