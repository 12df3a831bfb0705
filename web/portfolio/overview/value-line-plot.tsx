import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import type { ValueLine } from '#contract/ledger/returns.ts';
import { currencyOf } from '#web/lib/money/currency.ts';
import { useBoxSize } from '#web/lib/use-box-size.ts';
import { type ChartUnit, unitFormat } from '#web/market/chart/chart-labels.ts';
import { readingAfterKey } from '#web/market/chart/chart-readings.ts';
import { nearestIndex } from '#web/market/chart/chart-scale.ts';
import { formatDay } from '../format-day.ts';
import { useOwnFigures } from '../own-figures.ts';
import styles from './value-line.module.css';
import { type LinePoint, layOutValueLine, type ValueLineLayout } from './value-line-layout.ts';

interface ValueLinePlotProps {
  /** Oldest first. At least one has a value. */
  days: readonly ValueLine['points'][number][];
  /** The range's name for screen readers. */
  span: string;
  currency: string;
  /** Amounts are hidden, and `days` are percentages of the first value. */
  areHidden: boolean;
}

/** The daily value, with a crosshair for pointer, touch and keyboard, and a table for screen readers. */
export function ValueLinePlot({ days, span, currency, areHidden }: ValueLinePlotProps) {
  const unit = areHidden ? 'percent' : currencyOf(currency);
  const write = useFigureWriter(unit);
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const layout = useMemo(
    () => size && layOutValueLine(days, size.width, size.height, unit),
    [days, size, unit],
  );
  const [active, setActive] = useState<number | null>(null);
  const points = layout?.points ?? [];
  const reading = active === null ? null : (points[active] ?? null);
  const known = days.filter(({ value }) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  const summary = `Portfolio, ${span}: from ${write(first?.value ?? null, currency)} to ${write(last?.value ?? null, currency)}`;
  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setActive(nearestIndex(points, (point) => point.x, x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = readingAfterKey(event.key, active, points.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <figure>
      <figcaption className="visuallyHidden">{summary}</figcaption>
      <div className={styles.plot} data-part="plot" ref={box}>
        {layout && <Picture layout={layout} label={summary} reading={reading} />}
        {layout && (
          <div
            className={styles.cursor}
            role="slider"
            tabIndex={0}
            aria-label="Portfolio value, day by day"
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={points.length - 1}
            aria-valuenow={active ?? points.length - 1}
            aria-valuetext={describePoint(reading ?? points.at(-1), write, currency)}
            onKeyDown={onKeyDown}
            onPointerDown={pointAt}
            onPointerMove={pointAt}
            onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
            onPointerCancel={() => setActive(null)}
            onBlur={() => setActive(null)}
          />
        )}
        {layout && reading && (
          <p
            className={styles.reading}
            aria-hidden="true"
            data-part="tooltip"
            data-side={reading.x > layout.right / 2 ? 'left' : 'right'}
          >
            {describePoint(reading, write, currency)}
          </p>
        )}
      </div>
    </figure>
  );
}

type WriteFigure = (text: string | null, currency: string) => string;

/** Formats a figure of the line: money, or the change since the first value. */
function useFigureWriter(unit: ChartUnit): WriteFigure {
  const own = useOwnFigures();
  if (unit !== 'percent') return own.money;
  return (text) => (text === null ? '—' : unitFormat(unit).write(Number(text)));
}

function describePoint(point: LinePoint | undefined, money: WriteFigure, currency: string): string {
  if (!point) return '';
  const { day, value, invested, bitcoin } = point.day;
  return `${formatDay(day)}: ${money(value, currency)}, put in ${money(invested, currency)}, in bitcoin ${money(bitcoin, currency)}`;
}

/** Price labels closer to the readout than this (px) are left out. */
const readoutClearance = 17;

interface PictureProps {
  layout: ValueLineLayout;
  label: string;
  reading: LinePoint | null;
}

function Picture({ layout, label, reading }: PictureProps) {
  const { width, height, right, bottom, last, ticks, variant } = layout;
  const majors = ticks.filter(({ isMajor }) => isMajor);
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      data-variant={variant}
    >
      <path
        className={styles.grid}
        d={majors.map(({ value }) => `M0 ${layout.y(value).toFixed(1)}H${right}`).join('')}
      />
      <path
        className={styles.tick}
        d={ticks
          .map(({ value, isMajor }) => `M${right} ${layout.y(value).toFixed(1)}h${isMajor ? 9 : 4}`)
          .join('')}
      />
      {majors
        .filter(({ value }) => last === null || Math.abs(layout.y(value) - last.y) > readoutClearance)
        .map(({ value }) => (
          <text
            key={value}
            className={styles.label}
            data-part="price-axis"
            x={right + 14}
            y={(layout.y(value) + 4).toFixed(1)}
          >
            {layout.tickText(value)}
          </text>
        ))}
      {layout.timeTicks.map(({ instant, label: text }) => {
        const place = layout.points.findIndex((point) => point.instant >= instant);
        const x = (layout.points[place]?.x ?? 0).toFixed(1);
        return (
          <g key={instant}>
            <path className={styles.tick} d={`M${x} ${bottom}v5`} />
            <text className={styles.label} x={x} y={height - 6} textAnchor="middle">
              {text}
            </text>
          </g>
        );
      })}
      <path className={styles.area} d={layout.area} />
      <path className={styles.bitcoinLine} d={layout.bitcoin} />
      <path className={styles.investedLine} d={layout.invested} />
      <path className={styles.valueLine} d={layout.value} />
      <path className={styles.axis} d={`M${right + 0.5} 0V${bottom}M0 ${bottom + 0.5}H${right}`} />
      {reading && <path className={styles.crosshair} d={`M${reading.x.toFixed(1)} 0V${bottom}`} />}
      {last && (
        <g>
          <circle className={styles.dot} cx={right} cy={last.y.toFixed(1)} r="4.5" />
          <path
            className={styles.readout}
            d={`M${right + 6} ${last.y.toFixed(1)}l6-10.5h${width - right - 12}v21h-${width - right - 12}z`}
          />
          <text
            className={styles.readoutText}
            data-part="last-price"
            x={right + 15}
            y={(last.y + 4.2).toFixed(1)}
          >
            {last.text}
          </text>
        </g>
      )}
    </svg>
  );
}
