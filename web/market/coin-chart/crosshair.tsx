import { formatMoney, formatPrice } from '#web/lib/money/money-formats.ts';
import { labelWidth } from '../chart/chart-labels.ts';
import type { Reading } from '../chart/chart-readings.ts';
import { instantText, type Zone } from '../chart/chart-time.ts';
import type { CoinChartLayout } from './coin-chart-layout.ts';
import styles from './coin-chart-picture.module.css';

/** Height of the note at the top, in px. The line starts below it. */
const noteHeight = 44;
const padding = 26;

interface CrosshairProps {
  layout: CoinChartLayout;
  reading: Reading;
  zone: Zone;
  hasYear: boolean;
}

/** The reading under the pointer: a line, a dot and a note at the top of the plot. */
export function Crosshair({ layout, reading, zone, hasYear }: CrosshairProps) {
  const { width, height, plotBottom, right } = layout;
  const { x, y, price, instant } = reading;
  const lines = [formatPrice(price, layout.currency), details(layout, reading)];
  const time = instantText(instant, zone, hasYear);
  const half = (Math.max(labelWidth(lines[0]!) * 1.2, labelWidth(`${time}  ${lines[1]}`)) + padding) / 2;
  const centre = Math.min(Math.max(x, half), Math.max(half, right - half));
  return (
    <>
      <svg className={styles.picture} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <g data-part="crosshair">
          <path className={styles.crossLine} d={`M${x.toFixed(1)} ${noteHeight}V${plotBottom}`} />
          <circle className={styles.crossDot} cx={x.toFixed(1)} cy={y.toFixed(1)} r="4.5" />
        </g>
      </svg>
      <div className={styles.crossNote} data-part="tooltip" style={{ left: centre - half, width: 2 * half }}>
        <b>{lines[0]}</b>
        <span>
          {time}
          {lines[1] && ` · ${lines[1]}`}
        </span>
      </div>
    </>
  );
}

function details(layout: CoinChartLayout, { candle, volume }: Reading): string {
  if (candle) {
    const [, open, high, low] = candle;
    return `O ${layout.readoutText(open)} H ${layout.readoutText(high)} L ${layout.readoutText(low)}`;
  }
  return volume === null || layout.isNarrow ? '' : `Vol ${formatMoney(volume, layout.currency)}`;
}
