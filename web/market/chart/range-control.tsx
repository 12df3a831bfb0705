import Lock from 'lucide-react/icons/lock';
import segments from '#web/ui/styles/segments.module.css';
import { isOpenRange, type RangeAccess, type RangeDays } from './chart-ranges.ts';

interface RangeControlProps<Days extends RangeDays> {
  label: string;
  ranges: readonly { readonly days: Days; readonly label: string }[];
  /** Null: none of them is shown. */
  days: Days | null;
  access: RangeAccess;
  className?: string | undefined;
  onDaysChange(days: Days): void;
}

/** The range buttons. Ranges beyond the plan are locked and fetch nothing. */
export function RangeControl<Days extends RangeDays>(props: RangeControlProps<Days>) {
  const { label, ranges, days, access, className = '', onDaysChange } = props;
  return (
    <fieldset className={`${segments.segments} ${className}`} aria-label={label}>
      {ranges.map((range) => {
        if (isOpenRange(access, range.days)) {
          return (
            <button
              key={range.days}
              type="button"
              aria-pressed={range.days === days}
              onClick={() => onDaysChange(range.days)}
            >
              {range.label}
            </button>
          );
        }
        return (
          <button
            key={range.days}
            type="button"
            aria-haspopup="dialog"
            title={access.describeLock(range.days)}
            onPointerEnter={() => access.onNearLocked(range.days)}
            onClick={() => access.onLocked(range.days)}
          >
            <Lock className="icon iconSmall" aria-hidden="true" />
            {range.label}
          </button>
        );
      })}
    </fieldset>
  );
}
