import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { panWindow, type TimeWindow, zoomWindow } from './time-window.ts';

/** In px. A press that moves less is a tap, not a drag. */
const dragThreshold = 4;
/** In ms. A finger that rests this long reads the chart instead of moving it. */
const restMs = 350;
/** In ms. A wheel that was scrolling the page keeps doing so if it pauses for less than this. */
const scrollPauseMs = 400;
const lineHeight = 16;

interface Gestures {
  readonly element: RefObject<HTMLElement | null>;
  /** Width of the plot in px. */
  readonly right: number;
  readonly window: TimeWindow;
  readonly bounds: TimeWindow;
  onWindow(window: TimeWindow): void;
  /** Called with the pointer’s x, or null when it leaves. */
  onRead(x: number | null): void;
}

/** A pointer’s position on the element, in px. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** The gesture in progress: where it started, and what it has become. */
interface Gesture {
  readonly window: TimeWindow;
  /** The middle of the pointers and the distance between them, 0 for a single one. */
  readonly x: number;
  readonly y: number;
  readonly distance: number;
  hasMoved: boolean;
  /** Whether it is a finger that rested before it moved. */
  isReading: boolean;
}

/** Zooms and pans by wheel, drag and pinch; reads by hover, tap and a resting finger. At most one change per frame. */
export function useChartGestures({ element, right, window, bounds, onWindow, onRead }: Gestures) {
  const pointers = useRef(new Map<number, Place>());
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
    // At the bounds, the wheel scrolls the page instead.
    if (next.from === shown.from && next.to === shown.to) return;
    event.preventDefault();
    show(next);
  });
  useEffect(() => (element.current ? listenToWheel(element.current, onWheel) : undefined), [element]);

  const measureStart = () => {
    if (pointers.current.size === 0) {
      gesture.current = null;
      return;
    }
    gesture.current = {
      window: pending.current ?? window,
      ...measurePointers(pointers.current),
      hasMoved: pointers.current.size > 1,
      isReading: false,
    };
  };
  const placeOf = (event: PointerEvent<HTMLElement>): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const release = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
    measureStart();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      const place = placeOf(event);
      pointers.current.set(event.pointerId, place);
      measureStart();
      if (pointers.current.size > 1) return;
      onRead(place.x);
      const start = gesture.current!;
      if (event.pointerType === 'touch') setTimeout(() => (start.isReading = !start.hasMoved), restMs);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const place = placeOf(event);
      if (!pointers.current.has(event.pointerId)) {
        onRead(place.x);
        return;
      }
      pointers.current.set(event.pointerId, place);
      const start = gesture.current;
      if (!start) return;
      const { x, y, distance } = measurePointers(pointers.current);
      const across = Math.abs(x - start.x);
      // A vertical movement scrolls the page instead.
      const isDrag = across >= dragThreshold && across > Math.abs(y - start.y);
      if (!isDrag && !start.hasMoved && !start.isReading) return;
      if (pointers.current.size === 1 && (!canPan || start.isReading)) {
        onRead(x);
        return;
      }
      if (!start.hasMoved) event.currentTarget.setPointerCapture(event.pointerId);
      start.hasMoved = true;
      onRead(null);
      show(applyDrag(start, x, distance, bounds, right));
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

/** Measures the first two pointers that are down; there is at least one. */
function measurePointers(pointers: ReadonlyMap<number, Place>): Pick<Gesture, 'x' | 'y' | 'distance'> {
  const [first, second] = [...pointers.values()] as [Place, Place | undefined];
  if (!second) return { ...first, distance: 0 };
  return {
    x: (first.x + second.x) / 2,
    y: (first.y + second.y) / 2,
    distance: Math.hypot(first.x - second.x, first.y - second.y),
  };
}

/** The window after one turn of the wheel: sideways it pans, otherwise it zooms at the pointer. */
function applyWheel(event: WheelEvent, window: TimeWindow, bounds: TimeWindow, right: number): TimeWindow {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1;
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  const span = window.to - window.from;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    return panWindow(window, ((sideways * unit) / right) * span, bounds);
  }
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (event.clientX - box.left) / right));
  // A trackpad pinch arrives as small wheel turns with Ctrl.
  const factor = Math.exp(event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002));
  return zoomWindow(window, factor, window.from + share * span, bounds);
}

/** The window after the pointers have moved; what was under their middle stays under it. */
function applyDrag(
  start: Gesture,
  x: number,
  distance: number,
  bounds: TimeWindow,
  right: number,
): TimeWindow {
  const { window } = start;
  const at = window.from + (start.x / right) * (window.to - window.from);
  const factor = start.distance > 0 && distance > 0 ? start.distance / distance : 1;
  const zoomed = zoomWindow(window, factor, at, bounds);
  return panWindow(zoomed, ((start.x - x) / right) * (zoomed.to - zoomed.from), bounds);
}

/** Listens for wheel turns over the element, except while the wheel is still scrolling the page. */
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
