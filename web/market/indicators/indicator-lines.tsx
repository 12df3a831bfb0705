import { useId, useMemo } from 'react';
import type { PricePoint } from '#contract/market.ts';
import { linePath, thinPoints } from '../chart/chart-path.ts';
import { linearScale } from '../chart/chart-scale.ts';
import { type CoinChartLayout, pointsWithin } from '../coin-chart/coin-chart-layout.ts';
import styles from './indicators.module.css';
import { movingAverage } from './moving-average.ts';
import { rsi, rsiLength, rsiLevels } from './rsi.ts';

/** Space between the index and the edges of its band, in px. */
const inset = 6;
const maxPoints = 300;

interface IndicatorLinesProps {
  layout: CoinChartLayout;
  /** All points, because an average needs those before the window. */
  points: readonly PricePoint[];
  averages: readonly number[];
  hasRsi: boolean;
  compared: readonly PricePoint[] | null;
}

/** The compared coin, the moving averages and the relative strength index, drawn on the chart's scales. */
export function IndicatorLines({ layout, points, averages, hasRsi, compared }: IndicatorLinesProps) {
  const clip = useId();
  const lines = useMemo(
    () => averages.map((length) => ({ length, points: movingAverage(points, length) })),
    [points, averages],
  );
  const path = (line: readonly PricePoint[]) =>
    linePath(
      thinPoints(pointsWithin(line, layout.window, 1), layout.line.length),
      layout.toX,
      layout.scale.toY,
    );
  return (
    <>
      <clipPath id={clip}>
        <rect width={layout.right} height={layout.plotBottom} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {lines.map(({ length, points: line }) => (
          <path
            key={length}
            className={styles.line}
            data-part="average"
            data-kind={`average-${length}`}
            d={path(line)}
          />
        ))}
        {compared && (
          <path className={styles.line} data-part="compared" data-kind="compared" d={path(compared)} />
        )}
      </g>
      {hasRsi && <StrengthBand layout={layout} points={points} />}
    </>
  );
}

/** The index from 0 to 100 in a separate band, with lines at 70 and 30. */
function StrengthBand({ layout, points }: Pick<IndicatorLinesProps, 'layout' | 'points'>) {
  const clip = useId();
  const { volumeBottom: top, axisTop: bottom, right, window, toX, isNarrow } = layout;
  const strengths = useMemo(() => rsi(points).map(([at, strength]): PricePoint => [at, strength]), [points]);
  const y = linearScale([0, 100], [bottom - inset, top + inset]);
  const visible = pointsWithin(strengths, window, 0);
  const last = visible.at(-1);
  const x = right + (isNarrow ? 8 : 14);
  return (
    <g data-part="rsi">
      <clipPath id={clip}>
        <rect y={top} width={right} height={bottom - top} />
      </clipPath>
      <path className={styles.level} d={rsiLevels.map((level) => `M0 ${y(level)}H${right}`).join('')} />
      {rsiLevels.map((level) => (
        <text key={level} className={`${styles.label} ${styles.levelLabel}`} x="4" y={y(level) + 4}>
          {level}
        </text>
      ))}
      <g clipPath={`url(#${clip})`}>
        <path
          className={styles.line}
          data-kind="rsi"
          d={linePath(thinPoints(pointsWithin(strengths, window, 1), maxPoints), toX, y)}
        />
      </g>
      <text className={styles.label} x={x} y={top + 32}>
        RSI {rsiLength}
      </text>
      <text className={`${styles.label} ${styles.figure}`} x={x} y={top + 48}>
        {last ? last[1].toFixed(1) : '—'}
      </text>
    </g>
  );
}
