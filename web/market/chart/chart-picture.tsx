import styles from './chart.module.css';
import { labelWidth } from './chart-labels.ts';
import { type ChartLayout, type ChartMark, narrowBelow } from './chart-layout.ts';
import type { Reading } from './chart-readings.ts';
import { ChartSeries } from './chart-series.tsx';

/** Axis labels closer than this to a readout are hidden. */
const readoutClearance = 17;

interface ChartPictureProps {
  layout: ChartLayout;
  label: string;
  /** The reading under the crosshair. */
  reading?: Reading | null;
  className?: string | undefined;
  /** Before the box is measured, the picture is drawn for a likely width and scaled to fit. */
  isFitted?: boolean;
}

/** The drawing of a chart: series, price axis, time axis, level line, marks and crosshair. */
export function ChartPicture({ layout, label, reading = null, className = '', isFitted }: ChartPictureProps) {
  const { width, height, top, bottom, right, last, variant } = layout;
  const isNarrow = width < narrowBelow;
  return (
    <svg
      className={`${styles.picture} ${className}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isFitted ? 'none' : 'xMidYMid'}
      role="img"
      aria-label={label}
      data-variant={variant}
    >
      <PriceAxis layout={layout} crossY={reading?.y} />
      <ChartSeries layout={layout} />
      <path className={styles.axis} d={`M${right + 0.5} ${top}V${bottom}M0 ${bottom + 0.5}H${right}`} />
      <TimeAxis layout={layout} />
      <Mark mark={reading ? null : layout.high} />
      <Mark mark={reading && isNarrow ? null : layout.low} />
      <path className={styles.level} d={`M0 ${last.y.toFixed(1)}H${right}`} />
      <circle className={styles.dot} cx={right} cy={last.y.toFixed(1)} r="4.5" />
      <Readout layout={layout} />
      {reading && <Crosshair layout={layout} reading={reading} />}
    </svg>
  );
}

function PriceAxis({ layout, crossY }: { layout: ChartLayout; crossY: number | undefined }) {
  const { right, last } = layout;
  const marks = layout.priceTicks.map((tick) => ({ ...tick, y: layout.y(tick.value) }));
  const majors = marks.filter(({ isMajor }) => isMajor);
  const isFree = (y: number) =>
    Math.abs(y - last.y) > readoutClearance &&
    (crossY === undefined || Math.abs(y - crossY) > readoutClearance);
  return (
    <>
      <path className={styles.grid} d={majors.map(({ y }) => `M0 ${y.toFixed(1)}H${right}`).join('')} />
      <path
        className={styles.tick}
        d={marks.map(({ y, isMajor }) => `M${right} ${y.toFixed(1)}h${isMajor ? 9 : 4}`).join('')}
      />
      {majors
        .filter(({ y }) => isFree(y))
        .map(({ y, value }) => (
          <text
            key={value}
            className={styles.label}
            data-part="price-axis"
            x={right + 14}
            y={(y + 4).toFixed(1)}
          >
            {layout.tickText(value)}
          </text>
        ))}
    </>
  );
}

function TimeAxis({ layout }: { layout: ChartLayout }) {
  return layout.timeTicks.map(({ instant, label }) => {
    const x = layout.x(instant).toFixed(1);
    return (
      <g key={instant} data-part="time-axis">
        <path className={styles.tick} d={`M${x} ${layout.bottom}v5`} />
        <text className={styles.label} x={x} y={layout.height - 6} textAnchor="middle">
          {label}
        </text>
      </g>
    );
  });
}

function Mark({ mark }: { mark: ChartMark | null }) {
  if (!mark) return null;
  return (
    <text className={styles.label} x={mark.x.toFixed(1)} y={mark.y.toFixed(1)} textAnchor="middle">
      {mark.text}
    </text>
  );
}

/** The latest value, pointing at its height on the price axis. */
function Readout({ layout: { right, width, last } }: { layout: ChartLayout }) {
  const body = width - right - 12;
  return (
    <g>
      <path
        className={styles.priceBox}
        d={`M${right + 6} ${last.y.toFixed(1)}l6-10.5h${body}v21h-${body}z`}
      />
      <text
        className={styles.priceBoxText}
        data-part="last-price"
        x={right + 15}
        y={(last.y + 4.2).toFixed(1)}
      >
        {last.text}
      </text>
    </g>
  );
}

function Crosshair({ layout, reading: { x, y, price } }: { layout: ChartLayout; reading: Reading }) {
  const { top, bottom, right, last } = layout;
  const text = layout.readoutText(price);
  const hasRoom = right + 14 + labelWidth(text) <= layout.width + 4;
  return (
    <g className={styles.crosshair} data-part="crosshair">
      <path
        className={styles.crosshairLine}
        d={`M${x.toFixed(1)} ${top}V${bottom}M0 ${y.toFixed(1)}H${right}`}
      />
      <circle className={styles.dot} cx={x.toFixed(1)} cy={y.toFixed(1)} r="5" />
      {hasRoom && Math.abs(y - last.y) > readoutClearance + 3 && (
        <text className={`${styles.label} ${styles.crosshairLabel}`} x={right + 14} y={(y + 4).toFixed(1)}>
          {text}
        </text>
      )}
    </g>
  );
}
