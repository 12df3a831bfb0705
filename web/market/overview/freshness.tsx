import { ClockTime } from '#web/ui/clock-time.tsx';
import freshness from '#web/ui/styles/freshness.module.css';
import { useMarketStatus } from './use-market-status.ts';

interface FreshnessProps {
  /** When the figures next to it were fetched (ISO 8601), if not with the newest market data. */
  asOf?: string | null | undefined;
  /** Those figures could not be refreshed together with the market data. */
  isStale?: boolean;
  /** Shows only the mark and the time, because simulated prices are labelled elsewhere on the page. */
  isBare?: boolean;
}

/**
 * The freshness of the market data, in a few words. The shell says once per page that prices are simulated, so figures
 * as new as the market data have only the amber mark and the time.
 */
export function Freshness({ asOf: ownInstant, isStale = false, isBare = false }: FreshnessProps) {
  const { state, asOf: newest, isSimulated } = useMarketStatus();
  const asOf = ownInstant ?? newest;
  if (asOf === null) return <Mark isWarning>Waiting for market data</Mark>;
  const isNewest = asOf === newest;
  if (isSimulated) {
    return (
      <Mark isWarning>
        {isBare || isNewest ? 'As of ' : 'Simulated, as of '}
        <ClockTime at={asOf} />
      </Mark>
    );
  }
  if (state !== 'live' || isStale) {
    return (
      <Mark isWarning>
        Stale since <ClockTime at={asOf} />
      </Mark>
    );
  }
  return (
    <Mark>
      Live as of <ClockTime at={asOf} />
    </Mark>
  );
}

function Mark({ isWarning = false, children }: { isWarning?: boolean; children: React.ReactNode }) {
  return (
    <span className={isWarning ? freshness.warning : freshness.freshness}>
      <span className={freshness.dot} />
      <span>{children}</span>
    </span>
  );
}
