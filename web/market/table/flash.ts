import type { Figure } from '#web/lib/formats.ts';

export type FlashDirection = 'up' | 'down';

export interface Flash {
  /** Changes with what is shown, so that a new element takes the old one's place and its animation starts. */
  readonly key: string;
  /** Which way it went, where what is shown changed. */
  readonly direction?: FlashDirection;
}

/** How a figure flashes after a change: in its direction, and only where what is shown changed. */
export function flashOf(before: Figure, after: Figure, format: (figure: Figure) => string): Flash {
  const key = format(after);
  if (typeof before !== 'number' || typeof after !== 'number' || format(before) === key) {
    return { key };
  }
  return { key, direction: after > before ? 'up' : 'down' };
}
