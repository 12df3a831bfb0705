import { ChartCandlestick, ChartLine } from 'lucide-react';
import type { CandleDays } from '#contract/market.ts';
import { chartRanges } from './chart-ranges.ts';
import type { ChartStyle } from './use-chart-data.ts';

const styles = [
  { style: 'line', label: 'Line', Icon: ChartLine },
  { style: 'candles', label: 'Candles', Icon: ChartCandlestick },
] as const;

interface ChartControlsProps {
  days: CandleDays;
  style: ChartStyle;
  onDaysChange(days: CandleDays): void;
  onStyleChange(style: ChartStyle): void;
}

/** Line or candles, and the span shown. */
export function ChartControls({ days, style, onDaysChange, onStyleChange }: ChartControlsProps) {
  return (
    <div className="ch-controls">
      <fieldset className="seg seg-icons" aria-label="Chart style">
        {styles.map(({ style: candidate, label, Icon }) => (
          <button
            key={candidate}
            type="button"
            aria-pressed={candidate === style}
            aria-label={label}
            title={label}
            onClick={() => onStyleChange(candidate)}
          >
            <Icon className="i" aria-hidden="true" />
          </button>
        ))}
      </fieldset>
      <fieldset className="seg" aria-label="Chart range">
        {chartRanges.map((range) => (
          <button
            key={range.days}
            type="button"
            aria-pressed={range.days === days}
            onClick={() => onDaysChange(range.days)}
          >
            {range.label}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
