import { type CSSProperties, type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import type { PricePoint } from '#contract/market.ts';
import { useBoxSize } from '#web/lib/use-box-size.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { areaPath, linePath, thinPoints } from '../chart/chart-path.ts';
import { linearScale, valueExtent } from '../chart/chart-scale.ts';
import { timeTicks } from '../chart/chart-ticks.ts';
import { moveEnd, panWindow, type TimeWindow } from '../coin-chart/time-window.ts';
import styles from './brush.module.css';
import { instantAtBrush, placeBrush, reachInside } from './brush-window.ts';
import { describeBounds, describeWindow } from './window-words.ts';

const height = 56;
/** A press that moves less than this is a tap. */
const tapPx = 4;
/** Keeps the line clear of the brush's top and of the dates at its bottom. In px. */
const inset = { top: 6, bottom: 20 };
/** How far an arrow key moves an end of the window, as a share of its length. */
const keyStep = 0.05;

interface BrushProps {
  points: readonly PricePoint[];
  window: TimeWindow;
  bounds: TimeWindow;
  onWindow(window: TimeWindow): void;
}

type Part = 'window' | 'from' | 'to';
interface Grip {
  readonly part: Part;
  readonly x: number;
  readonly y: number;
  readonly window: TimeWindow;
  hasMoved: boolean;
}

/** All history on a log scale, with the shown window, which can be moved as a whole or by its ends. */
export function Brush({ points, window, bounds, onWindow }: BrushProps) {
  const plot = useRef<HTMLDivElement>(null);
  const size = useBoxSize(plot);
  const zone = useAfterHydration() ? 'local' : 'utc';
  const grip = useRef<Grip | null>(null);
  const pressedAt = useRef<number | null>(null);
  const shape = useMemo(() => drawBrush(points, bounds), [points, bounds]);
  const width = size?.width ?? 0;
  const placed = size && placeBrush(window, bounds, width);
  const inside = placed && reachInside(placed);
  const ticks = useMemo(() => timeTicks(bounds.from, bounds.to, width, zone), [bounds, width, zone]);
  const text = describeWindow(window, zone);

  const hold = (part: Part) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { part, x: event.clientX, y: event.clientY, window, hasMoved: false };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const held = grip.current;
    if (!held) return;
    event.stopPropagation();
    const across = Math.abs(event.clientX - held.x);
    // A vertical movement scrolls the page instead.
    held.hasMoved ||= across >= tapPx && across > Math.abs(event.clientY - held.y);
    if (!held.hasMoved) return;
    const box = plot.current!.getBoundingClientRect();
    if (held.part === 'window') {
      onWindow(
        panWindow(held.window, ((event.clientX - held.x) / width) * (bounds.to - bounds.from), bounds),
      );
    } else {
      onWindow(
        moveEnd(held.window, held.part, instantAtBrush(event.clientX - box.left, bounds, width), bounds),
      );
    }
  };
  const drop = () => {
    grip.current = null;
  };
  const onKeyDown = (part: Part) => (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const by = direction * Math.max(window.to - window.from, (bounds.to - bounds.from) / 50) * keyStep;
    if (part === 'window') onWindow(panWindow(window, by * 4, bounds));
    else onWindow(moveEnd(window, part, window[part] + by, bounds));
  };
  const press = (event: PointerEvent<HTMLElement>) => {
    pressedAt.current = event.isPrimary && event.button === 0 ? event.clientX : null;
  };
  /** A tap outside the window moves it there. Scrolling the page is not a tap, because it cancels the press. */
  const jump = (event: PointerEvent<HTMLElement>) => {
    const isTap = pressedAt.current !== null && Math.abs(event.clientX - pressedAt.current) < tapPx;
    pressedAt.current = null;
    if (!isTap) return;
    const at = instantAtBrush(
      event.clientX - event.currentTarget.getBoundingClientRect().left,
      bounds,
      width,
    );
    onWindow(panWindow(window, at - (window.from + window.to) / 2, bounds));
  };
  const share = (at: number) => Math.round(((at - bounds.from) / (bounds.to - bounds.from)) * 100);
  const slider = (part: Part, label: string, at: number) => ({
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-orientation': 'horizontal' as const,
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Number.isNaN(share(at)) ? 0 : share(at),
    'aria-valuetext': text,
    onPointerDown: hold(part),
    onPointerMove: drag,
    onPointerUp: drop,
    onPointerCancel: drop,
    onKeyDown: onKeyDown(part),
  });
  return (
    <div className={styles.brush} data-part="brush">
      <div
        className={styles.brushPlot}
        ref={plot}
        onPointerDown={press}
        onPointerUp={jump}
        onPointerCancel={() => {
          pressedAt.current = null;
        }}
      >
        <svg
          className={styles.brushPicture}
          viewBox={`0 0 1000 ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className={styles.brushArea} d={shape.area} />
          <path className={styles.brushLine} d={shape.line} />
        </svg>
        {size &&
          ticks.map(({ instant, label }) => (
            <span
              key={instant}
              className={styles.brushDate}
              style={{
                left: Math.min(width - 22, ((instant - bounds.from) / (bounds.to - bounds.from)) * width),
              }}
            >
              {label}
            </span>
          ))}
        {placed && inside && (
          <>
            <div
              className={styles.brushWindow}
              data-part="brush-window"
              data-all={placed.width >= width - 1 || undefined}
              style={{ translate: `${placed.left}px`, width: placed.width }}
              {...slider('window', 'Range shown', (window.from + window.to) / 2)}
            />
            <span
              className={styles.brushHandle}
              data-end="from"
              style={{ translate: `${placed.left}px`, '--inside': `${inside.from}px` } as CSSProperties}
              {...slider('from', 'Start of the range', window.from)}
            />
            <span
              className={styles.brushHandle}
              data-end="to"
              style={
                {
                  translate: `${placed.left + placed.width}px`,
                  '--inside': `${inside.to}px`,
                } as CSSProperties
              }
              {...slider('to', 'End of the range', window.to)}
            />
          </>
        )}
      </div>
      <span className={styles.brushName}>
        <b data-part="brush-dates">{text}</b>
        {describeBounds(bounds)}
      </span>
    </div>
  );
}

/** The whole line, in a box of 1000 by 56. */
function drawBrush(points: readonly PricePoint[], bounds: TimeWindow): { line: string; area: string } {
  const inside = points.filter(([at, price]) => at >= bounds.from && at <= bounds.to && price > 0);
  const extent = valueExtent(inside.map(([, price]) => Math.log(price)));
  if (!extent || inside.length < 2) return { line: '', area: '' };
  const x = linearScale([bounds.from, bounds.to], [0, 1000]);
  const log = linearScale([extent.low, extent.high], [height - inset.bottom, inset.top]);
  const y = (price: number) => log(Math.log(price));
  const thin = thinPoints(inside, 400);
  return { line: linePath(thin, x, y), area: areaPath(thin, x, y, height) };
}
