import { memo } from 'react';
import type { Candle } from '#contract/market.ts';
import styles from './chart.module.css';
import type { ChartLayout } from './chart-layout.ts';
import { areaPath, linePath } from './chart-path.ts';

/** Volume bars with the area and line, or with candles: a chart's data without its axes. */
export const ChartSeries = memo(function ChartSeries({ layout }: { layout: ChartLayout }) {
  return (
    <>
      <path className={styles.bar} d={layout.bars.map(barPath).join('')} />
      {layout.candles.length > 0 ? <Candles layout={layout} /> : <Line layout={layout} />}
    </>
  );
});

function Line({ layout: { points, x, y, bottom, variant } }: { layout: ChartLayout }) {
  if (points.length < 2) return null;
  return (
    <g data-variant={variant}>
      <path className={styles.area} d={areaPath(points, x, y, bottom)} />
      <path className={styles.line} data-part="line" d={linePath(points, x, y)} />
    </g>
  );
}

const barPath = ({ x, y, width, height }: ChartLayout['bars'][number]) =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}Z`;

/** One path for all rising candles and one for all falling ones, so that there are always two elements. */
function Candles({ layout }: { layout: ChartLayout }) {
  const paths = { default: '', destructive: '' };
  layout.candles.forEach((candle, index) => {
    paths[candle[4] < candle[1] ? 'destructive' : 'default'] += candlePath(candle, index, layout);
  });
  return (
    // Falling candles are filled and rising ones hollow, so that they differ without colour.
    <>
      <path className={styles.candle} data-part="candles" data-variant="default" d={paths.default} />
      <path className={styles.candle} data-part="candles" data-variant="destructive" d={paths.destructive} />
    </>
  );
}

/** Upper wick, body, lower wick. The body is closed; the wicks have no area to fill. */
function candlePath([, open, high, low, close]: Candle, index: number, layout: ChartLayout): string {
  const { candleWidth: width, candleX, y } = layout;
  const centre = Math.round(candleX(index));
  const top = y(Math.max(open, close));
  const bottom = Math.max(y(Math.min(open, close)), top + 1);
  const left = centre - width / 2;
  return [
    `M${centre} ${y(high).toFixed(1)}V${top.toFixed(1)}`,
    `M${left} ${top.toFixed(1)}h${width}V${bottom.toFixed(1)}h-${width}Z`,
    `M${centre} ${bottom.toFixed(1)}V${y(low).toFixed(1)}`,
  ].join('');
}
