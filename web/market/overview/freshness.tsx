import { ClockTime } from '#web/ui/clock-time.tsx';
import freshness from '#web/ui/styles/freshness.module.css';
import { useMarketStatus } from './use-market-status.ts';

interface FreshnessProps {
  /** When the figures beside it were fetched (ISO 8601), if not with the newest market data. */
  asOf?: string | null | undefined;
  /** Simulated prices are named elsewhere on the page: show only the mark and the time. */
  isBare?: boolean;
}

/**
 * The freshness of the market data, in a few words. The shell says once a page that prices are simulated: figures of the
 * same age have the amber mark and the time alone.
 */
export function Freshness({ asOf: ownInstant, isBare = false }: FreshnessProps) {
  const { state, asOf: newest, isSimulated } = useMarketStatus();
  const asOf = ownInstant ?? newest;
  if (asOf === null) return <Mark isWarning>Waiting for market data</Mark>;
  const isSaid = asOf === newest;
  if (isSimulated) {
    return (
      <Mark isWarning>
        {isBare || isSaid ? 'As of ' : 'Simulated, as of '}
        <ClockTime at={asOf} />
      </Mark>
    );
  }
  if (state !== 'live') {
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
