import type { CoinChartLayout } from '../coin-chart-layout.ts';
import type { PriceScale } from './price-scale.ts';

interface DrawnPrices extends Pick<CoinChartLayout, 'line' | 'candles' | 'toX'> {
  readonly scale: Pick<PriceScale, 'toY'>;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The end of its line where a name doesn’t cover the prices; the left one if it would at both. */
export function chooseNameSide(
  layout: DrawnPrices & Pick<CoinChartLayout, 'right'>,
  name: { readonly width: number; readonly height: number; readonly y: number },
): 'left' | 'right' {
  const { y, width, height } = name;
  const rows = { top: y - height / 2, bottom: y + height / 2 };
  if (!isCrossed(layout, { ...rows, left: 0, right: width })) return 'left';
  const isFreeAtRight = !isCrossed(layout, { ...rows, left: layout.right - width, right: layout.right });
  return isFreeAtRight ? 'right' : 'left';
}

/** Whether the line, or a candle, runs through a box. */
function isCrossed({ line, candles, toX, scale }: DrawnPrices, box: Box): boolean {
  const overlaps = (top: number, bottom: number) => bottom >= box.top && top <= box.bottom;
  if (candles.length > 0) {
    return candles.some(
      ({ candle: [, , high, low], x }) =>
        x >= box.left && x <= box.right && overlaps(scale.toY(high), scale.toY(low)),
    );
  }
  return line.some(([instant, price], index) => {
    const [nextInstant, nextPrice] = line[index + 1] ?? [instant, price];
    const [from, to] = [toX(instant), toX(nextInstant)];
    if (to < box.left || from > box.right) return false;
    const [start, end] = [scale.toY(price), scale.toY(nextPrice)];
    // The part of the segment between the box's sides.
    const yAt = (x: number) => (to === from ? start : start + ((end - start) * (x - from)) / (to - from));
    const [a, b] = [yAt(Math.max(from, box.left)), yAt(Math.min(to, box.right))];
    return overlaps(Math.min(a, b), Math.max(a, b));
  });
}
