import type { CoinChartLayout } from '../coin-chart-layout.ts';
import styles from '../coin-chart-picture.module.css';
import { isFreeOfTags } from './scale-marks.ts';

/** The scale at the right: ticks, the labels that no tag covers, and the 24h range. */
export function PriceAxis({ layout }: { layout: CoinChartLayout }) {
  const { right, width, plotBottom, volumeBottom, axisTop, scale, dayBar, isNarrow } = layout;
  const ticks = layout.priceTicks
    .map((tick) => ({ ...tick, y: scale.toY(tick.value) }))
    .filter(({ y }) => y >= 0 && y <= plotBottom);
  const labels = ticks.filter(
    ({ isMajor, y }) => isMajor && y > 8 && y < plotBottom - 8 && isFreeOfTags(y, layout.marks),
  );
  const bands = volumeBottom < axisTop ? `M0 ${volumeBottom + 0.5}H${width}` : '';
  return (
    <>
      <path
        className={styles.axis}
        d={`M0 ${plotBottom + 0.5}H${width}${bands}M0 ${axisTop + 0.5}H${right}`}
      />
      <path
        className={styles.tick}
        d={[
          `M${right + 0.5} 0V${axisTop}`,
          ...ticks.map(({ y, isMajor }) => `M${right} ${y.toFixed(1)}h${isMajor ? 9 : 4}`),
        ].join('')}
      />
      {dayBar && (
        <rect
          className={styles.dayBar}
          data-part="day-range"
          x={right - 2}
          y={dayBar.top.toFixed(1)}
          width="5"
          height={(dayBar.bottom - dayBar.top).toFixed(1)}
          rx="1"
        >
          <title>24h range</title>
        </rect>
      )}
      {labels.map(({ y, value }) => (
        <text
          key={value}
          className={styles.label}
          data-part="price-axis"
          x={right + (isNarrow ? 12 : 14)}
          y={(y + 4).toFixed(1)}
        >
          {layout.tickText(value)}
        </text>
      ))}
    </>
  );
}

/** The times below the plot. */
export function TimeAxis({ layout }: { layout: CoinChartLayout }) {
  return layout.timeTicks.map(({ instant, label }) => {
    const x = layout.toX(instant).toFixed(1);
    return (
      <g key={instant} data-part="time-axis">
        <path className={styles.tick} d={`M${x} ${layout.axisTop}v4`} />
        <text className={styles.label} x={x} y={layout.axisTop + 17} textAnchor="middle">
          {label}
        </text>
      </g>
    );
  });
}
