import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef, useState } from 'react';
import { useDebouncedValue } from '#web/lib/form/use-debounced-value.ts';
import { formatPrice } from '#web/lib/money/money-formats.ts';
import { useBoxSize } from '#web/lib/use-box-size.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import { readingAfterKey } from '../chart/chart-readings.ts';
import { ChartTable, chartSummary } from '../chart/chart-table.tsx';
import { instantText } from '../chart/chart-time.ts';
import styles from './coin-chart.module.css';
import { type CoinChartData, type CoinChartLayout, layOutCoinChart } from './coin-chart-layout.ts';
import { CoinChartPicture } from './coin-chart-picture.tsx';
import { countReadings, readAt, readingIndexAt } from './coin-chart-reading.ts';
import { Crosshair } from './crosshair.tsx';
import { AlertHandle, type AlertMoves } from './scale/alert-handle.tsx';
import { panWindow, type TimeWindow, zoomWindow } from './time-window.ts';
import { useChartGestures } from './use-chart-gestures.ts';

/** The zoom factor of + and −, and the share of the window that an arrow key pans. */
const keyZoom = 1.5;
const keyPan = 0.1;
/** The summary and the table update after this many milliseconds without a change. */
const settleMs = 300;

export interface CoinChartPlotProps {
  data: CoinChartData;
  window: TimeWindow;
  bounds: TimeWindow;
  isLog: boolean;
  hasRsi: boolean;
  /** When coins are compared, the first price: the price axis shows percent relative to it. */
  percentFrom: number | null;
  /** The coin's name, and the range in words. */
  name: string;
  span: string;
  hasYear: boolean;
  volume: string;
  /** The mark that is being moved. */
  movingKey: string | null;
  moves: AlertMoves;
  onWindow(window: TimeWindow): void;
  /** Leaves the custom range; null if there is none. */
  onReset: (() => void) | null;
  drawIndicators?: ((layout: CoinChartLayout) => ReactNode) | undefined;
}

/** The plot with its axis, volume and times, which can be read, zoomed and panned by pointer and keys. */
export function CoinChartPlot(props: CoinChartPlotProps) {
  const { data, window, bounds, isLog, hasRsi, percentFrom, name, span, hasYear, volume } = props;
  const { movingKey, moves, onWindow, onReset, drawIndicators } = props;
  const box = useRef<HTMLDivElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const zone = useAfterHydration() ? 'local' : 'utc';
  const [active, setActive] = useState<number | null>(null);
  const layout = useMemo(
    () => size && layOutCoinChart(data, { ...size, window, isLog, hasRsi, percentFrom, zone }),
    [data, size, window, isLog, hasRsi, percentFrom, zone],
  );
  const count = layout ? countReadings(layout) : 0;
  const at = active === null ? null : Math.min(active, count - 1);
  const reading = layout && at !== null ? readAt(layout, data.volumes, at) : null;
  const last = layout && readAt(layout, data.volumes, count - 1);
  const current = reading ?? last;
  // The words update once the window stands still.
  const settled = useDebouncedValue(layout?.visible ?? data.points, settleMs);
  const summary = useMemo(
    () => chartSummary(settled, name, span, zone, data.currency),
    [settled, name, span, zone, data.currency],
  );
  const isCurrent = (data.points.at(-1)?.[0] ?? 0) <= window.to;
  const gestures = useChartGestures({
    element: cursor,
    right: layout?.right ?? 1,
    window,
    bounds,
    onWindow,
    onRead: (x) => setActive(x === null || !layout ? null : readingIndexAt(layout, x)),
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !layout) return;
    const step = (window.to - window.from) * keyPan;
    const middle = reading ? reading.instant : (window.from + window.to) / 2;
    const isLeft = event.key === 'ArrowLeft';
    if (event.key === '+' || event.key === '=') onWindow(zoomWindow(window, 1 / keyZoom, middle, bounds));
    else if (event.key === '-') onWindow(zoomWindow(window, keyZoom, middle, bounds));
    else if (event.key === 'Home' && onReset) {
      setActive(null);
      onReset();
    } else if ((isLeft || event.key === 'ArrowRight') && (event.shiftKey || isAtEnd(event.key, at, count))) {
      onWindow(panWindow(window, isLeft ? -step : step, bounds));
    } else {
      const next = readingAfterKey(event.key, at, count);
      if (next === undefined) return;
      setActive(next);
    }
    event.preventDefault();
  };
  return (
    <figure className={styles.figureBox}>
      <figcaption className="visuallyHidden">{summary}</figcaption>
      <div className={styles.box} data-part="plot" data-rsi={hasRsi || undefined} ref={box}>
        {layout ? (
          <CoinChartPicture layout={layout} label={summary} isCurrent={isCurrent} volume={volume}>
            {drawIndicators?.(layout)}
          </CoinChartPicture>
        ) : (
          size === null && (
            <UnmeasuredPicture {...{ data, window, isLog, percentFrom, volume }} label={summary} />
          )
        )}
        <div
          ref={cursor}
          className={styles.cursor}
          data-part="cursor"
          role="slider"
          tabIndex={layout ? 0 : -1}
          aria-hidden={layout ? undefined : true}
          aria-label={`${name} price, point by point`}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, count - 1)}
          aria-valuenow={at ?? Math.max(0, count - 1)}
          aria-valuetext={
            current
              ? `${formatPrice(current.price, data.currency)}, ${instantText(current.instant, zone, hasYear)}`
              : undefined
          }
          onKeyDown={onKeyDown}
          onBlur={() => setActive(null)}
          {...gestures}
        />
        {layout && reading && <Crosshair layout={layout} reading={reading} zone={zone} hasYear={hasYear} />}
        {layout?.marks
          .filter(({ kind }) => kind === 'alert')
          .map((mark) => (
            <AlertHandle
              key={mark.key}
              mark={mark}
              layout={layout}
              isMoving={mark.key === movingKey}
              moves={moves}
            />
          ))}
      </div>
      <SettledTable
        points={settled}
        name={name}
        quantity="price"
        span={span}
        zone={zone}
        hasYear={hasYear}
        unit={data.currency}
      />
    </figure>
  );
}

const SettledTable = memo(ChartTable);

/** Whether an arrow key pans because the crosshair is at the first or last reading. */
function isAtEnd(key: string, at: number | null, count: number): boolean {
  return key === 'ArrowLeft' ? at === 0 : at === count - 1;
}

/** The most likely boxes: a 360 px phone, a tablet and a laptop. CSS shows the one that fits the page. */
const likelyBoxes = [
  { className: styles.narrow, width: 360, height: 372 },
  { className: styles.middle, width: 682, height: 512 },
  { className: styles.wide, width: 1162, height: 512 },
] as const;

type UnmeasuredProps = Pick<CoinChartPlotProps, 'data' | 'window' | 'isLog' | 'percentFrom' | 'volume'> & {
  label: string;
};

/**
 * The pictures as the server renders them, without knowing the size of the box. Memoized, because other props change
 * right after hydration and must not redraw three pictures.
 */
const UnmeasuredPicture = memo(function UnmeasuredPicture(props: UnmeasuredProps) {
  const { data, window, isLog, percentFrom, volume, label } = props;
  return likelyBoxes.map(({ className, width, height }) => {
    const layout = layOutCoinChart(data, {
      ...{ width, height, window, isLog, percentFrom },
      hasRsi: false,
      zone: 'utc',
    });
    return (
      layout && (
        <CoinChartPicture
          key={className}
          className={className}
          layout={layout}
          label={label}
          volume={volume}
          isCurrent
          isFitted
        />
      )
    );
  });
});
