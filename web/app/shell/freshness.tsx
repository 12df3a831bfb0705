import { useMarketStatus } from '../../market/use-market-status.ts';
import { ClockTime } from '../../ui/clock-time.tsx';

/** How fresh the market data is, in a few words. */
export function Freshness() {
  const { state, asOf, isSimulated } = useMarketStatus();
  if (asOf === null) return <Mark isWarning>Waiting for market data</Mark>;
  if (isSimulated) {
    return (
      <Mark isWarning>
        Simulated, as of <ClockTime at={asOf} />
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
    <span className={isWarning ? 'fresh fresh-warn' : 'fresh'}>
      <span className="dot" />
      <span>{children}</span>
    </span>
  );
}
