import type { PricePoint } from '#contract/market.ts';
import { formatPercent } from '#web/lib/formats.ts';
import { type ChartUnit, unitFormat } from './chart-labels.ts';
import { rangeChange } from './chart-layout.ts';
import { valueExtent } from './chart-scale.ts';
import { instantText, type Zone } from './chart-time.ts';

const maxRows = 40;

/** A chart's summary, in one or two sentences. */
export function chartSummary(
  points: readonly PricePoint[],
  name: string,
  span: string,
  zone: Zone,
  unit?: ChartUnit,
): string {
  const { write } = unitFormat(unit);
  const first = points[0];
  const last = points.at(-1);
  const extent = valueExtent(points.map(([, price]) => price));
  if (!first || !last || !extent) return `${name}, ${span}: no prices.`;
  if (points.length === 1) return `${name}: ${write(last[1])} on ${instantText(last[0], zone)}.`;
  const ends = `from ${write(first[1])} on ${instantText(first[0], zone)} to ${write(last[1])} on ${instantText(last[0], zone)}`;
  return `${name}, ${span}: ${ends}, ${formatPercent(rangeChange(points))}. High ${write(extent.high)}, low ${write(extent.low)}.`;
}

/** At most 40 points, evenly spread, including the first and the last. */
function tableRows(points: readonly PricePoint[]): readonly PricePoint[] {
  if (points.length <= maxRows) return points;
  return Array.from(
    { length: maxRows },
    (_, row) => points[Math.round((row * (points.length - 1)) / (maxRows - 1))]!,
  );
}

interface ChartTableProps {
  points: readonly PricePoint[];
  name: string;
  quantity: 'price' | 'value';
  span: string;
  zone: Zone;
  hasYear: boolean;
  unit?: ChartUnit | undefined;
}

const columns = {
  price: { caption: 'Prices', heading: 'Price' },
  value: { caption: 'Values', heading: 'Value' },
} as const;

/** The chart's figures as a table for screen readers. */
export function ChartTable({ points, name, quantity, span, zone, hasYear, unit }: ChartTableProps) {
  const { write } = unitFormat(unit);
  return (
    // Wrapped, because a hidden table on its own would still widen the page.
    <div className="visuallyHidden">
      <table>
        <caption>{`${columns[quantity].caption} of ${name}, ${span}`}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{columns[quantity].heading}</th>
          </tr>
        </thead>
        <tbody>
          {tableRows(points).map(([at, price]) => (
            <tr key={at}>
              <td>{instantText(at, zone, hasYear)}</td>
              <td>{write(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
