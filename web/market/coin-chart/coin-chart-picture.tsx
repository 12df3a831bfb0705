import { memo, type ReactNode, useId } from 'react';
import type { Candle } from '#contract/market.ts';
import { areaPath, linePath } from '../chart/chart-path.ts';
import { type CoinChartLayout, type PlacedCandle, sizes } from './coin-chart-layout.ts';
import styles from './coin-chart-picture.module.css';
import { MarkLines, MarkNames, Readout } from './scale/mark-lines.tsx';
import { PriceAxis, TimeAxis } from './scale/price-axis.tsx';

interface CoinChartPictureProps {
  layout: CoinChartLayout;
  label: string;
  /** The newest price is in the window: the line ends with a dot. */
  isCurrent: boolean;
  /** The volume of the last 24 hours, formatted. */
  volume: string;
  className?: string | undefined;
  /** Before the box is measured, the picture is drawn for a likely width and scaled to fit. */
  isFitted?: boolean;
  /** Further lines and bands. */
  children?: ReactNode;
}

/** The chart without its crosshair: line or candles, volume, price axis with marks, and times. */
export const CoinChartPicture = memo(function CoinChartPicture(props: CoinChartPictureProps) {
  const { layout, label, isCurrent, volume, className = '', isFitted, children } = props;
  const { width, height, right, plotBottom, variant } = layout;
  const clip = useId();
  return (
    <svg
      className={`${styles.picture} ${className}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isFitted ? 'none' : 'xMidYMid'}
      role="img"
      aria-label={label}
      data-variant={variant}
    >
      <clipPath id={clip}>
        <rect width={right} height={plotBottom} />
      </clipPath>
      <Grid layout={layout} />
      <g clipPath={`url(#${clip})`}>
        <Area layout={layout} />
      </g>
      <MarkLines layout={layout} />
      <g clipPath={`url(#${clip})`}>
        {layout.candles.length > 0 ? <Candles layout={layout} /> : <Line layout={layout} />}
      </g>
      <Volume layout={layout} text={volume} />
      {children}
      <PriceAxis layout={layout} />
      <TimeAxis layout={layout} />
      <MarkNames layout={layout} />
      {isCurrent && layout.candles.length === 0 && <LastDot layout={layout} />}
      <Readout layout={layout} />
    </svg>
  );
});

function Grid({ layout }: { layout: CoinChartLayout }) {
  const { right, scale, priceTicks } = layout;
  const d = priceTicks
    .filter(({ isMajor }) => isMajor)
    .map(({ value }) => `M0 ${scale.toY(value).toFixed(1)}H${right}`);
  return <path className={styles.grid} d={d.join('')} />;
}

function Area({ layout: { line, candles, toX, scale, plotBottom } }: { layout: CoinChartLayout }) {
  if (line.length < 2 || candles.length > 0) return null;
  return <path className={styles.area} d={areaPath(line, toX, scale.toY, plotBottom)} />;
}

function Line({ layout: { line, toX, scale } }: { layout: CoinChartLayout }) {
  if (line.length < 2) return null;
  return <path className={styles.line} data-part="line" d={linePath(line, toX, scale.toY)} />;
}

/** One path for all rising candles and one for all falling ones, so that there are always two elements. */
function Candles({ layout }: { layout: CoinChartLayout }) {
  const paths = { default: '', destructive: '' };
  for (const placed of layout.candles) {
    paths[isFalling(placed.candle) ? 'destructive' : 'default'] += candlePath(placed, layout);
  }
  return (
    <>
      <path className={styles.candle} data-part="candles" data-variant="default" d={paths.default} />
      <path className={styles.candle} data-part="candles" data-variant="destructive" d={paths.destructive} />
    </>
  );
}

const isFalling = ([, open, , , close]: Candle) => close < open;

/** Upper wick, body, lower wick. */
function candlePath(
  { candle: [, open, high, low, close], x }: PlacedCandle,
  layout: CoinChartLayout,
): string {
  const { toY } = layout.scale;
  const centre = Math.round(x) + 0.5;
  const top = toY(Math.max(open, close));
  const bottom = Math.max(toY(Math.min(open, close)), top + 1);
  const half = layout.bodyWidth / 2;
  return [
    `M${centre} ${toY(high).toFixed(1)}V${top.toFixed(1)}`,
    `M${(centre - half).toFixed(1)} ${top.toFixed(1)}h${layout.bodyWidth}V${bottom.toFixed(1)}h-${layout.bodyWidth}Z`,
    `M${centre} ${bottom.toFixed(1)}V${toY(low).toFixed(1)}`,
  ].join('');
}

function Volume({ layout, text }: { layout: CoinChartLayout; text: string }) {
  const { bars, plotBottom, right, isNarrow } = layout;
  const bottom = plotBottom + sizes.volume;
  const d = bars.map(
    ({ x, width, height }) =>
      `M${x.toFixed(1)} ${bottom}v-${height.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}z`,
  );
  const x = right + (isNarrow ? 8 : 14);
  return (
    <g data-part="volume">
      <path className={styles.bar} d={d.join('')} />
      <text className={styles.label} x={x} y={plotBottom + 20}>
        Volume
      </text>
      <text className={`${styles.label} ${styles.figure}`} x={x} y={plotBottom + 36}>
        {text}
        <tspan className={styles.label}>{isNarrow ? '' : ' 24h'}</tspan>
      </text>
    </g>
  );
}

function LastDot({ layout }: { layout: CoinChartLayout }) {
  const last = layout.visible.at(-1);
  if (!last) return null;
  return (
    <circle
      className={styles.dot}
      cx={layout.toX(last[0]).toFixed(1)}
      cy={layout.scale.toY(last[1]).toFixed(1)}
      r="4.5"
    />
  );
}
