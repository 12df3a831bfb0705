import type { Figure } from '#web/lib/formats.ts';

export interface Flash {
  /** Changes with what is shown, so that a new element takes the old one's place and its animation starts. */
  readonly key: string;
  /** With its leading space, or empty. */
  readonly className: '' | ' flash-up' | ' flash-down';
}

/** How a figure flashes after a change: in its direction, and only where what is shown changed. */
export function flashOf(before: Figure, after: Figure, format: (figure: Figure) => string): Flash {
  const key = format(after);
  if (typeof before !== 'number' || typeof after !== 'number' || format(before) === key) {
    return { key, className: '' };
  }
  return { key, className: after > before ? ' flash-up' : ' flash-down' };
}
