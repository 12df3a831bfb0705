import type { Instant } from '#contract/units.ts';
import type { TimeWindow } from '../coin-chart/time-window.ts';

/** Minimum width of the window. */
export const minBrushPx = 24;

export interface BrushWindow {
  readonly left: number;
  readonly width: number;
}

/** Places a window on a brush of that width, in px. A window too short to be seen is widened around its middle. */
export function placeBrush(window: TimeWindow, bounds: TimeWindow, brushWidth: number): BrushWindow {
  const span = bounds.to - bounds.from;
  if (!(span > 0)) return { left: 0, width: brushWidth };
  const left = ((window.from - bounds.from) / span) * brushWidth;
  const right = ((window.to - bounds.from) / span) * brushWidth;
  const width = Math.min(brushWidth, Math.max(minBrushPx, right - left));
  const middle = (left + right) / 2;
  return { left: Math.min(Math.max(0, middle - width / 2), brushWidth - width), width };
}

/** The instant `x` px from the brush's left edge. */
export function instantAtBrush(x: number, bounds: TimeWindow, brushWidth: number): Instant {
  return bounds.from + (x / brushWidth) * (bounds.to - bounds.from);
}

/** The width of a touch target. */
const fingerPx = 44;
const minInsidePx = 6;

/** How far the touch targets of the window's two ends reach into it: further if there is no room outside. */
export function reachInside({ left, width }: BrushWindow): { readonly from: number; readonly to: number } {
  const half = Math.min(fingerPx / 2, Math.max(minInsidePx, (width - fingerPx) / 2));
  return { from: Math.max(half, Math.min(fingerPx - left, width - fingerPx)), to: half };
}
