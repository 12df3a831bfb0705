import { memo } from 'react';
import type { ChartLayout } from './chart-layout.ts';
import { areaPath, linePath } from './chart-path.ts';

/** Volume bars, the area and the line, or the candles: what a chart's data look like without its axes. */
export const ChartSeries = memo(function ChartSeries({ layout }: { layout: ChartLayout }) {
  return (
    <>
      {layout.bars.map((bar) => (
        <rect
          key={bar.x}
          className="ch-bar"
          x={bar.x.toFixed(1)}
          y={bar.y.toFixed(1)}
          width={bar.width.toFixed(1)}
          height={bar.height.toFixed(1)}
        />
      ))}
      {layout.candles.length > 0 ? <Candles layout={layout} /> : <Line layout={layout} />}
    </>
  );
});

function Line({ layout: { points, x, y, bottom, variant } }: { layout: ChartLayout }) {
  if (points.length < 2) return null;
  return (
    <g data-variant={variant}>
      <path className="ch-area" d={areaPath(points, x, y, bottom)} />
      <path className="ch-line" d={linePath(points, x, y)} />
    </g>
  );
}

function Candles({ layout }: { layout: ChartLayout }) {
  const { candles, candleWidth, x, y, right } = layout;
  const half = right / candles.length / 2;
  return candles.map(([at, open, high, low, close]) => {
    const centre = Math.round(x(at) - half);
    const top = y(Math.max(open, close));
    return (
      // A falling candle is filled and a rising one hollow, so that they part without colour too.
      <g key={at} className="ch-candle" data-variant={close < open ? 'destructive' : 'default'}>
        <path
          d={`M${centre} ${y(high).toFixed(1)}V${top.toFixed(1)}M${centre} ${y(Math.min(open, close)).toFixed(1)}V${y(low).toFixed(1)}`}
        />
        <rect
          x={centre - candleWidth / 2}
          y={top.toFixed(1)}
          width={candleWidth}
          height={Math.max(1, y(Math.min(open, close)) - top).toFixed(1)}
        />
      </g>
    );
  });
}
