import { missing } from '#web/lib/formats.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import type { LiveState } from '../live/use-live-market.ts';
import styles from './market-table-foot.module.css';

const labels: Record<LiveState, string> = {
  off: 'Data updates manually only',
  connecting: 'Live: connecting',
  live: 'Live: updates as quotes arrive',
  paused: 'Live: paused while the page is hidden',
};

interface MarketTableFootProps {
  live: LiveState;
  /** When the rows were fetched upstream. */
  asOf: string | null;
}

/** The table's update mode and age. */
export function MarketTableFoot({ live, asOf }: MarketTableFootProps) {
  return (
    <div className={styles.foot} data-part="table-foot">
      <span>
        {`${labels[live]} • Last updated: `}
        {asOf ? <ClockTime at={asOf} /> : missing}
      </span>
    </div>
  );
}
