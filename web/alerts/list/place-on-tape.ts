import { type AlertCondition, isAboutPrice } from '#contract/alert-threshold.ts';
import type { Percent } from '#contract/units.ts';
import type { AlertQuote } from './alert-distance.ts';

/** An alert's place on a tape that has the present figure in its middle. */
export interface TapePlace {
  /** From the left, of the tape's width. */
  readonly left: Percent;
  /** The side beyond whose end it lies; null: it is on the tape. */
  readonly beyond: 'below' | 'above' | null;
  /** The present figure's side that it is on; null: it is that figure, as the tape shows it. */
  readonly side: 'below' | 'above' | null;
}

/** Percent of the price, or points of a 24h change, each way. */
const reach = 10;
/** The part of the width left and right of the scale. */
const inset = 4;
const middle = 50;

/** Where a threshold lies; null where nothing is known of the coin. */
export function placeOnTape(
  { condition, threshold }: { readonly condition: AlertCondition; readonly threshold: string },
  quote: AlertQuote | null | undefined,
): TapePlace | null {
  const isPrice = isAboutPrice(condition);
  const figure = isPrice ? quote?.price : quote?.change24h;
  if (figure == null || (isPrice && !(figure > 0))) return null;
  const exact = isPrice ? (Number(threshold) / figure - 1) * 100 : Number(threshold) - figure;
  if (Number.isNaN(exact)) return null;
  // As it is written beside the tape, so that both say the same.
  const distance = Math.round(exact * 100) / 100;
  const shown = Math.min(reach, Math.max(-reach, distance));
  const side = distance === 0 ? null : distance < 0 ? 'below' : 'above';
  return {
    left: middle + (shown / reach) * (middle - inset),
    beyond: Math.abs(distance) > reach ? side : null,
    side,
  };
}

/** What the tape shows, in words. */
export function describePlace({ beyond, side }: TapePlace, condition: AlertCondition): string {
  if (side === null) return 'Now at its threshold';
  const unit = isAboutPrice(condition) ? '%' : ' points';
  return `Threshold ${side}, ${beyond === null ? 'within' : 'beyond'} ${reach}${unit}`;
}
