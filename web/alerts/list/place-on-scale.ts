import { type AlertCondition, isAboutPrice } from '#contract/alerts/alert-threshold.ts';
import type { Percent } from '#contract/units.ts';
import type { AlertQuote } from './alert-distance.ts';

/** A threshold's place on a scale with the current figure in the middle. */
export interface ScalePlace {
  /** Distance from the left, in percent of the scale's width. */
  readonly left: Percent;
  /** Which end of the scale the threshold is beyond. Null if it is on the scale. */
  readonly beyond: 'below' | 'above' | null;
  /** Which side of the current figure it is on. Null if the two are equal once rounded. */
  readonly side: 'below' | 'above' | null;
}

/** Range of the scale to each side: percent of the price, or points of a 24h change. */
const reach = 10;
/** Space at each end, in percent of the width. */
const inset = 4;
const middle = 50;

/** The place of a threshold. Null if the coin's current figure is not known. */
export function placeOnScale(
  { condition, threshold }: { readonly condition: AlertCondition; readonly threshold: string },
  quote: AlertQuote | null | undefined,
): ScalePlace | null {
  const isPrice = isAboutPrice(condition);
  const figure = isPrice ? quote?.price : quote?.change24h;
  if (figure == null || (isPrice && !(figure > 0))) return null;
  const exact = isPrice ? (Number(threshold) / figure - 1) * 100 : Number(threshold) - figure;
  if (Number.isNaN(exact)) return null;
  // Rounded like the text next to the scale, so that both agree.
  const distance = Math.round(exact * 100) / 100;
  const shown = Math.min(reach, Math.max(-reach, distance));
  const side = distance === 0 ? null : distance < 0 ? 'below' : 'above';
  return {
    left: middle + (shown / reach) * (middle - inset),
    beyond: Math.abs(distance) > reach ? side : null,
    side,
  };
}

/** Describes the scale for screen readers. */
export function describePlace({ beyond, side }: ScalePlace, condition: AlertCondition): string {
  if (side === null) return 'Now at its threshold';
  const unit = isAboutPrice(condition) ? '%' : ' points';
  return `Threshold ${side}, ${beyond === null ? 'within' : 'beyond'} ${reach}${unit}`;
}
