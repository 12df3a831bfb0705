import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { CoinChartLayout } from '../coin-chart-layout.ts';
import styles from '../coin-chart-picture.module.css';
import { writeMarkPrice } from './mark-price.ts';
import { readableStep, snapPrice } from './price-scale.ts';
import type { PlacedMark } from './scale-marks.ts';

/** In px. A press that moves less is a tap, which doesn’t move the alert. */
const dragThreshold = 4;
/** How far an arrow key moves an alert, as a share of its price. */
const keyStep = 0.005;

/** Moves an alert on the scale. It is saved only on commit: when it is dropped, or by Enter. */
export interface AlertMoves {
  onMove(key: string, price: number): void;
  onCommit(key: string, price: number): void;
  onCancel(key: string): void;
}

interface Drag {
  /** The finger that started the drag; others are ignored. */
  readonly pointerId: number;
  /** Where the drag started, in px. */
  readonly y: number;
  /** From there to the middle of the tag, in px. */
  readonly offset: number;
  /** The price it was last moved to, which may not have been rendered yet. Null until it moves. */
  readonly price: number | null;
}

interface AlertHandleProps {
  mark: PlacedMark;
  layout: CoinChartLayout;
  isMoving: boolean;
  moves: AlertMoves;
}

/** The tag of an alert on the price axis: a slider to drag, or to move with the arrow keys and save with Enter. */
export function AlertHandle({ mark, layout, isMoving, moves }: AlertHandleProps) {
  const { scale, plotBottom, right, width } = layout;
  const drag = useRef<Drag | null>(null);
  const toPrice = (y: number) => {
    const inside = Math.min(plotBottom, Math.max(1, y));
    const price = scale.toPrice(inside);
    return snapPrice(price, readableStep(scale.toPrice(inside - 1) - price));
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || drag.current) return;
    const { pointerId, clientY: y } = event;
    event.currentTarget.setPointerCapture(pointerId);
    drag.current = { pointerId, y, offset: y - mark.tagY, price: null };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const held = drag.current;
    if (held?.pointerId !== event.pointerId) return;
    if (held.price === null && Math.abs(event.clientY - held.y) < dragThreshold) return;
    const price = toPrice(event.clientY - held.offset);
    drag.current = { ...held, price };
    moves.onMove(mark.key, price);
  };
  const onPointerUp = ({ pointerId }: PointerEvent) => {
    const held = drag.current;
    if (held?.pointerId !== pointerId) return;
    if (held.price !== null) moves.onCommit(mark.key, held.price);
    drag.current = null;
  };
  const onPointerCancel = ({ pointerId }: PointerEvent) => {
    if (drag.current?.pointerId !== pointerId) return;
    moves.onCancel(mark.key);
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const up = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (up) moves.onMove(mark.key, nextPrice(mark.price, up));
    else if (event.key === 'Enter' && isMoving) moves.onCommit(mark.key, mark.price);
    else if (event.key === 'Escape' && isMoving) {
      drag.current = null;
      moves.onCancel(mark.key);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = writeMarkPrice(mark.price, layout.readoutText, layout.currency);
  const Icon = mark.dock === 'top' ? ArrowUp : mark.dock === 'bottom' ? ArrowDown : GripVertical;
  return (
    <div
      className={styles.handle}
      data-part="alert-handle"
      data-moving={isMoving || undefined}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`${mark.name}: drag it, or use the arrow keys and Enter`}
      aria-valuemin={0}
      aria-valuemax={Math.max(scale.high, mark.price)}
      aria-valuenow={mark.price}
      aria-valuetext={mark.note ? `${text}, ${mark.note}` : text}
      style={{ top: mark.tagY - 11, left: right + 5, width: width - right - 5 }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onKeyDown={onKeyDown}
      onBlur={() => isMoving && !drag.current && moves.onCancel(mark.key)}
    >
      <Icon className="icon iconSmall" aria-hidden="true" />
      {text}
    </div>
  );
}

/** Half a percent up or down, rounded to a readable price. */
function nextPrice(price: number, direction: number): number {
  const next = price * (1 + direction * keyStep);
  return snapPrice(next, readableStep(price * keyStep) / 10);
}
