import type { Figure } from '#web/lib/formats.ts';

export type FlashDirection = 'up' | 'down';

export interface Flash {
  /** Changes with the displayed text, so that a new element replaces the old one and restarts the animation. */
  readonly key: string;
  /** The direction of the change, if the displayed text changed. */
  readonly direction?: FlashDirection;
}

/** How a figure flashes after a change: in its direction, and only if the displayed text changed. */
export function flashOf(previous: Figure, current: Figure, format: (figure: Figure) => string): Flash {
  const key = format(current);
  // Most figures have not changed, so check before formatting twice.
  if (
    previous === current ||
    typeof previous !== 'number' ||
    typeof current !== 'number' ||
    format(previous) === key
  ) {
    return { key };
  }
  return { key, direction: current > previous ? 'up' : 'down' };
}
