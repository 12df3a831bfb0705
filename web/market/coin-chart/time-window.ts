import type { Instant, Milliseconds } from '#contract/units.ts';

/** A stretch of time on the chart's axis. */
export interface TimeWindow {
  readonly from: Instant;
  readonly to: Instant;
}

/** The minimum length: six points of the finest history. */
export const minWindowMs: Milliseconds = 30 * 60_000;

const spanOf = ({ from, to }: TimeWindow): Milliseconds => to - from;

/** Fits a window into `bounds`, no shorter than the minimum: moved if it fits, otherwise shortened. */
export function fitWindow(window: TimeWindow, bounds: TimeWindow): TimeWindow {
  const span = Math.min(Math.max(spanOf(window), minWindowMs), spanOf(bounds));
  const from = Math.min(Math.max(window.from, bounds.from), bounds.to - span);
  return { from, to: from + span };
}

/** Scales a window by `factor` (below 1 zooms in), keeping the instant `at` in place. */
export function zoomWindow(window: TimeWindow, factor: number, at: Instant, bounds: TimeWindow): TimeWindow {
  const span = Math.min(Math.max(spanOf(window) * factor, minWindowMs), spanOf(bounds));
  const share = spanOf(window) > 0 ? (at - window.from) / spanOf(window) : 0.5;
  const from = at - share * span;
  return fitWindow({ from, to: from + span }, bounds);
}

/** Moves a window; it stops at the bounds. */
export function panWindow(window: TimeWindow, by: Milliseconds, bounds: TimeWindow): TimeWindow {
  return fitWindow({ from: window.from + by, to: window.to + by }, bounds);
}

/** Moves one end of a window. */
export function moveEnd(window: TimeWindow, end: 'from' | 'to', at: Instant, bounds: TimeWindow): TimeWindow {
  if (end === 'from') {
    return { ...window, from: Math.max(bounds.from, Math.min(at, window.to - minWindowMs)) };
  }
  return { ...window, to: Math.min(bounds.to, Math.max(at, window.from + minWindowMs)) };
}
