import type { Figure } from '#web/lib/formats.ts';

export type FlashDirection = 'up' | 'down';

export interface Flash {
  /** Changes with the displayed text, so that a new element replaces the old one and restarts the animation. */
  readonly key: string;
  /** The direction of the change, if the displayed text changed. */
  readonly direction?: FlashDirection;
}

/** How a figure flashes after a change: by its direction, and only if the displayed text changed. */
export function flashOf(before: Figure, after: Figure, format: (figure: Figure) => string): Flash {
  const key = format(after);
  // Of most rows nothing has changed: their figures are not written twice.
  if (before === after || typeof before !== 'number' || typeof after !== 'number' || format(before) === key) {
    return { key };
  }
  return { key, direction: after > before ? 'up' : 'down' };
}
