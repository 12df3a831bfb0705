import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import ChartLine from 'lucide-react/icons/chart-line';
import segments from '#web/ui/styles/segments.module.css';
import chartStyles from './chart.module.css';
import { listRanges, type RangeAccess, type RangeDays } from './chart-ranges.ts';
import { RangeControl } from './range-control.tsx';
import type { ChartStyle } from './use-chart-data.ts';

const styles = [
  { style: 'line', label: 'Line', Icon: ChartLine },
  { style: 'candles', label: 'Candles', Icon: ChartCandlestick },
] as const;

interface ChartControlsProps {
  /** Null: a custom range is shown. */
  days: RangeDays | null;
  style: ChartStyle;
  access: RangeAccess;
  onDaysChange(days: RangeDays): void;
  onStyleChange(style: ChartStyle): void;
}

/** Chooses between line and candles, and the range. */
export function ChartControls({ days, style, access, onDaysChange, onStyleChange }: ChartControlsProps) {
  return (
    <div className={chartStyles.controls}>
      <fieldset className={`${segments.segments} ${chartStyles.iconSegments}`} aria-label="Chart style">
        {styles.map(({ style: candidate, label, Icon }) => (
          <button
            key={candidate}
            type="button"
            aria-pressed={candidate === style}
            aria-label={label}
            title={label}
            onClick={() => onStyleChange(candidate)}
          >
            <Icon className="icon" aria-hidden="true" />
          </button>
        ))}
      </fieldset>
      <RangeControl
        label="Chart range"
        ranges={listRanges(access)}
        days={days}
        access={access}
        onDaysChange={onDaysChange}
      />
    </div>
  );
}
