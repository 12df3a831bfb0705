import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { panWindow, type TimeWindow, zoomWindow } from './time-window.ts';

/** Movements below this, in px, are taps and not drags. */
const dragThreshold = 4;
/** A wheel that was scrolling the page keeps scrolling it until it pauses for this long, in ms. */
const scrollPauseMs = 400;
const lineHeight = 16;

interface Gestures {
  readonly element: RefObject<HTMLElement | null>;
  /** Width of the plot in px. */
  readonly right: number;
  readonly window: TimeWindow;
  readonly bounds: TimeWindow;
  onWindow(window: TimeWindow): void;
  /** Called with the pointer's x, or null when it has left. */
  onRead(x: number | null): void;
}

interface Gesture {
  readonly window: TimeWindow;
  /** The middle of the pointers, and the distance between them; 0 for one pointer. */
  readonly x: number;
  readonly distance: number;
  hasMoved: boolean;
}

/** Zooms and pans by wheel, drag and pinch, and reads by hover and tap. At most one change per frame. */
export function useChartGestures({ element, right, window, bounds, onWindow, onRead }: Gestures) {
  const pointers = useRef(new Map<number, number>());
  const gesture = useRef<Gesture | null>(null);
  const pending = useRef<TimeWindow | null>(null);
  const frame = useRef(0);
  const canPan = window.from > bounds.from || window.to < bounds.to;

  const show = (next: TimeWindow) => {
    pending.current = next;
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      if (pending.current) onWindow(pending.current);
      pending.current = null;
    });
  };
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const shown = pending.current ?? window;
    const next = applyWheel(event, shown, bounds, right);
    // At the bounds, the page scrolls instead.
    if (next.from === shown.from && next.to === shown.to) return;
    event.preventDefault();
    show(next);
  });
  useEffect(() => (element.current ? listenToWheel(element.current, onWheel) : undefined), [element]);

  const grasp = () => {
    const xs = [...pointers.current.values()];
    const [first, second] = xs;
    if (first === undefined) {
      gesture.current = null;
      return;
    }
    gesture.current = {
      window: pending.current ?? window,
      x: second === undefined ? first : (first + second) / 2,
      distance: second === undefined ? 0 : Math.abs(first - second),
      hasMoved: second !== undefined,
    };
  };
  const xOf = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;
  const release = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
    grasp();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      pointers.current.set(event.pointerId, xOf(event));
      grasp();
      if (pointers.current.size === 1) onRead(xOf(event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const x = xOf(event);
      if (!pointers.current.has(event.pointerId)) {
        onRead(x);
        return;
      }
      pointers.current.set(event.pointerId, x);
      const held = gesture.current;
      if (!held) return;
      const xs = [...pointers.current.values()];
      const middle = xs.length > 1 ? (xs[0]! + xs[1]!) / 2 : x;
      if (!held.hasMoved && Math.abs(middle - held.x) < dragThreshold) return;
      if (xs.length === 1 && !canPan) {
        onRead(x);
        return;
      }
      if (!held.hasMoved) event.currentTarget.setPointerCapture(event.pointerId);
      held.hasMoved = true;
      onRead(null);
      show(applyDrag(held, middle, xs.length > 1 ? Math.abs(xs[0]! - xs[1]!) : 0, bounds, right));
    },
    onPointerUp: release,
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      release(event);
      onRead(null);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' && !pointers.current.has(event.pointerId)) onRead(null);
    },
  };
}

/** The window after a wheel event: a horizontal one (or Shift) pans, a vertical one zooms at the pointer. */
function applyWheel(event: WheelEvent, window: TimeWindow, bounds: TimeWindow, right: number): TimeWindow {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1;
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  const span = window.to - window.from;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    return panWindow(window, ((sideways * unit) / right) * span, bounds);
  }
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (event.clientX - box.left) / right));
  // A trackpad pinch arrives as small wheel events with Ctrl.
  const factor = Math.exp(event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002));
  return zoomWindow(window, factor, window.from + share * span, bounds);
}

/** The window after the pointers have moved: the instant under their middle stays there. */
function applyDrag(
  held: Gesture,
  x: number,
  distance: number,
  bounds: TimeWindow,
  right: number,
): TimeWindow {
  const { window } = held;
  const at = window.from + (held.x / right) * (window.to - window.from);
  const factor = held.distance > 0 && distance > 0 ? held.distance / distance : 1;
  const zoomed = zoomWindow(window, factor, at, bounds);
  return panWindow(zoomed, ((held.x - x) / right) * (zoomed.to - zoomed.from), bounds);
}

/** Listens to wheel events over the element, except those that continue scrolling the page. */
function listenToWheel(element: HTMLElement, onWheel: (event: WheelEvent) => void): () => void {
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const onAnyWheel = (event: WheelEvent) => {
    const isInside = event.target instanceof Node && element.contains(event.target);
    if (!isInside || event.timeStamp - scrolledAt < scrollPauseMs) scrolledAt = event.timeStamp;
  };
  const onOwnWheel = (event: WheelEvent) => {
    if (event.timeStamp !== scrolledAt || event.ctrlKey) onWheel(event);
  };
  addEventListener('wheel', onAnyWheel, { passive: true, capture: true });
  element.addEventListener('wheel', onOwnWheel, { passive: false });
  return () => {
    removeEventListener('wheel', onAnyWheel, { capture: true });
    element.removeEventListener('wheel', onOwnWheel);
  };
}
