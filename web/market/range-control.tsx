import { Lock } from 'lucide-react';
import { isOpenRange, listRanges, type RangeAccess, type RangeDays } from './chart-ranges.ts';

interface RangeControlProps {
  days: RangeDays;
  access: RangeAccess;
  onDaysChange(days: RangeDays): void;
}

/** The span a chart shows. What the plan does not have carries a lock, and asks for nothing. */
export function RangeControl({ days, access, onDaysChange }: RangeControlProps) {
  return (
    <fieldset className="seg" aria-label="Chart range">
      {listRanges(access).map((range) => {
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
            <Lock className="i i-14" aria-hidden="true" />
            {range.label}
          </button>
        );
      })}
    </fieldset>
  );
}
