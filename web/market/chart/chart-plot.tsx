import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useBoxSize } from '#web/lib/use-box-size.ts';
import { useAfterHydration } from '#web/lib/use-hydrated.ts';
import styles from './chart.module.css';
import { unitFormat } from './chart-labels.ts';
import { type ChartData, layOutChart } from './chart-layout.ts';
import { ChartPicture } from './chart-picture.tsx';
import type { ChartRange } from './chart-ranges.ts';
import { listReadings, readingAfterKey } from './chart-readings.ts';
import { nearestIndex } from './chart-scale.ts';
import { ChartTable, chartSummary } from './chart-table.tsx';
import { instantText } from './chart-time.ts';
import { ChartTooltip } from './chart-tooltip.tsx';

interface ChartPlotProps {
  data: ChartData;
  /** The coin's name, for the summary. */
  name: string;
  /** What the values are. */
  quantity?: 'price' | 'value';
  range: ChartRange;
}

/**
 * A chart that fills its box, with a crosshair for pointer, touch and keys, and a summary and table for screen readers.
 */
export function ChartPlot({ data, name, quantity = 'price', range }: ChartPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const zone = useAfterHydration() ? 'local' : 'utc';
  const [active, setActive] = useState<number | null>(null);
  const layout = useMemo(() => size && layOutChart(data, size.width, size.height, zone), [data, size, zone]);
  const readings = useMemo(
    () => (layout ? listReadings(data.points, data.volumes ?? [], layout) : []),
    [data, layout],
  );
  const reading = active === null ? null : (readings[active] ?? null);
  const summary = chartSummary(data.points, name, range.span, zone, data.unit);
  const current = reading ?? readings.at(-1);

  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setActive(nearestIndex(readings, (candidate) => candidate.x, x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = readingAfterKey(event.key, active, readings.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <figure className={styles.chart}>
      <figcaption className="visuallyHidden">{summary}</figcaption>
      <div className={styles.box} data-part="plot" ref={box}>
        {layout ? (
          <ChartPicture layout={layout} label={summary} reading={reading} />
        ) : (
          <UnmeasuredPicture data={data} label={summary} />
        )}
        {layout && (
          <div
            className={styles.cursor}
            role="slider"
            tabIndex={0}
            aria-label={`${name} ${quantity}, point by point`}
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={readings.length - 1}
            aria-valuenow={active ?? readings.length - 1}
            aria-valuetext={
              current &&
              `${unitFormat(data.unit).write(current.price)}, ${instantText(current.instant, zone, range.hasYear)}`
            }
            onKeyDown={onKeyDown}
            onPointerDown={pointAt}
            onPointerMove={pointAt}
            onPointerLeave={(event) => event.pointerType === 'mouse' && setActive(null)}
            onPointerCancel={() => setActive(null)}
            onBlur={() => setActive(null)}
          />
        )}
        {layout && reading && (
          <ChartTooltip
            layout={layout}
            reading={reading}
            zone={zone}
            hasYear={range.hasYear}
            unit={data.unit}
          />
        )}
      </div>
      <ChartTable
        points={data.points}
        name={name}
        quantity={quantity}
        span={range.span}
        zone={zone}
        hasYear={range.hasYear}
        unit={data.unit}
      />
    </figure>
  );
}

/** The most likely boxes: a 360 px phone and a laptop. CSS shows the one that fits the page. */
const likelyBoxes = [
  { className: styles.narrow, width: 302, height: 250 },
  { className: styles.wide, width: 822, height: 340 },
] as const;

/** The chart as the server renders it, without knowing the size of its box. */
function UnmeasuredPicture({ data, label }: { data: ChartData; label: string }) {
  return likelyBoxes.map(({ className, width, height }) => {
    const layout = layOutChart(data, width, height, 'utc');
    return (
      layout && <ChartPicture key={className} className={className} layout={layout} label={label} isFitted />
    );
  });
}
