import { formatMoney } from '#web/lib/money/money-formats.ts';
import styles from './chart.module.css';
import { type ChartUnit, labelWidth } from './chart-labels.ts';
import { type ChartLayout, narrowBelow } from './chart-layout.ts';
import type { Reading } from './chart-readings.ts';
import { instantText, type Zone } from './chart-time.ts';

const padding = 24;
const clearance = 14;

interface ChartTooltipProps {
  layout: ChartLayout;
  reading: Reading;
  zone: Zone;
  hasYear: boolean;
  unit?: ChartUnit | undefined;
}

/** The reading under the crosshair, in the band reserved at the plot's top. */
export function ChartTooltip({ layout, reading, zone, hasYear, unit }: ChartTooltipProps) {
  const details = [instantText(reading.instant, zone, hasYear)];
  if (reading.candle) {
    const [, open, high, low] = reading.candle;
    details.push(
      `O ${layout.readoutText(open)}`,
      `H ${layout.readoutText(high)}`,
      `L ${layout.readoutText(low)}`,
    );
  } else if (reading.volume !== null && unit !== 'percent') {
    details.push(`Vol ${formatMoney(reading.volume, unit)}`);
  }
  const price = layout.priceText(reading.price);
  // Candles have four prices: on a phone, the close shares the first line with the time.
  const [first, second] =
    reading.candle && layout.width < narrowBelow
      ? [details[0], details.slice(1).join('  ')]
      : ['', details.join(' · ')];
  const width =
    padding + Math.max(labelWidth(second), labelWidth(price) * 1.17 + labelWidth(first ?? '') + 10);
  return (
    <div className={styles.tooltip} data-part="tooltip" style={tooltipPlace(layout, reading.x, width)}>
      <span className={styles.tooltipFigure}>
        {price}
        {first && <span className={styles.tooltipTime}>{first}</span>}
      </span>
      <span className={styles.tooltipTime}>{second}</span>
    </div>
  );
}

/**
 * Places the tooltip beside the crosshair, on the side with room; on a phone centred on it, within the chart. In px
 * from the chart's left or right edge. `width` is an estimate.
 */
export function tooltipPlace(
  layout: Pick<ChartLayout, 'width' | 'right'>,
  x: number,
  width: number,
): { left: number } | { right: number } {
  const centred = Math.max(0, Math.min(x - width / 2, layout.width - width));
  if (layout.width < narrowBelow) return { left: centred };
  if (x + clearance + width <= layout.right) return { left: x + clearance };
  if (x - clearance - width >= 0) return { right: layout.width - x + clearance };
  return { left: centred };
}
