import type { Milliseconds } from '#contract/units.ts';

/** Time that the pointer must rest on an anchor. */
export const openDelayMs: Milliseconds = 700;
/** For this long after one tooltip has closed, the next opens immediately. */
export const skipDelayMs: Milliseconds = 300;
/** Time to move the pointer onto the tooltip. */
export const closeDelayMs: Milliseconds = 100;

export interface TooltipTimer<Anchor> {
  /** Call when the pointer is over an anchor, or over something without a tooltip. */
  hover(anchor: Anchor | null): void;
  /** Call when the pointer is over the tooltip itself. */
  hold(): void;
  /** Opens a tooltip immediately, because its anchor was focused by keyboard or tapped. */
  open(anchor: Anchor): void;
  /** Closes the tooltip. It stays closed until the pointer has left its anchor. */
  dismiss(): void;
}

/** Decides which anchor's tooltip is open, and calls back when that changes. */
export function createTooltipTimer<Anchor>(onChange: (open: Anchor | null) => void): TooltipTimer<Anchor> {
  let open: Anchor | null = null;
  let hovered: Anchor | null = null;
  let closedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function set(anchor: Anchor | null): void {
    clearTimeout(timer);
    if (anchor === open) return;
    if (open !== null) closedAt = Date.now();
    open = anchor;
    onChange(anchor);
  }

  return {
    hover(anchor) {
      if (anchor === hovered) {
        if (anchor !== null && anchor === open) clearTimeout(timer);
        return;
      }
      hovered = anchor;
      clearTimeout(timer);
      if (anchor === null) timer = setTimeout(set, closeDelayMs, null);
      else if (open !== null || Date.now() - closedAt < skipDelayMs) set(anchor);
      else timer = setTimeout(set, openDelayMs, anchor);
    },
    hold: () => {
      hovered = open;
      clearTimeout(timer);
    },
    open: set,
    dismiss: () => set(null),
  };
}
