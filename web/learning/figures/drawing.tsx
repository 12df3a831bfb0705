import type { ReactNode } from 'react';
import styles from '../drawings.module.css';

interface DrawingProps {
  /** Height, relative to a width of 600. */
  height: number;
  children: ReactNode;
}

/** The SVG of a lesson's figure. Hidden from screen readers, because its caption says what it shows. */
export function Drawing({ height, children }: DrawingProps) {
  return (
    <svg className={styles.drawing} viewBox={`0 0 600 ${height}`} aria-hidden="true">
      {children}
    </svg>
  );
}

interface LabelProps {
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
  tone?: 'strong' | 'faint';
  children: ReactNode;
}

/** A text label in a drawing. */
export function Label({ x, y, anchor = 'middle', tone, children }: LabelProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} data-tone={tone}>
      {children}
    </text>
  );
}

/** Points in the format of a polyline's `points`. */
export function toPoints(
  values: readonly number[],
  x: (index: number) => number,
  y: (value: number) => number,
) {
  return values.map((value, index) => `${x(index)},${y(value)}`).join(' ');
}
