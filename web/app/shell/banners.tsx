import { useQueryClient } from '@tanstack/react-query';
import FlaskConical from 'lucide-react/icons/flask-conical';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { useState } from 'react';
import { ProofBanner } from '#web/accounts/sign-in/proof-banner.tsx';
import { useMarketStatus } from '#web/market/overview/use-market-status.ts';
import banner from '#web/ui/styles/banner.module.css';
import button from '#web/ui/styles/button.module.css';
import { formatRelativeTime } from '../../lib/formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { ClockTime } from '../../ui/clock-time.tsx';

/** Warns about simulated or stale prices. */
export function Banners() {
  const { state, asOf, isSimulated, isSilent } = useMarketStatus();
  return (
    <>
      {isSimulated && (
        <div className={banner.banner} role="status">
          <div className="pageWidth">
            <FlaskConical className="icon" aria-hidden="true" />
            <span>
              <b>Demo market: simulated prices</b>
            </span>
          </div>
        </div>
      )}
      <ProofBanner />
      {state === 'stale' && asOf !== null && <StaleBanner asOf={asOf} isSilent={isSilent} />}
    </>
  );
}

function StaleBanner({ asOf, isSilent }: { asOf: string; isSilent: boolean }) {
  const now = useNow();
  return (
    <div className={banner.banner} role="status">
      <div className="pageWidth">
        <TriangleAlert className="icon" aria-hidden="true" />
        <span>
          <b>
            Prices are stale since <ClockTime at={asOf} />
          </b>
          {now !== null && ` (${formatRelativeTime(Date.parse(asOf), now)})`}.{' '}
          {isSilent
            ? 'This page cannot reach its server; it keeps trying.'
            : 'The market data provider is not answering; we keep trying.'}
        </span>
        <RetryButton />
      </div>
    </div>
  );
}

/** Refetches everything the page shows. */
function RetryButton() {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const retry = async () => {
    setIsBusy(true);
    await queryClient.refetchQueries({ type: 'active' });
    setIsBusy(false);
  };
  return (
    <button
      className={button.button}
      type="button"
      aria-disabled={isBusy}
      onClick={() => !isBusy && void retry()}
    >
      {isBusy ? 'Retrying…' : 'Retry'}
    </button>
  );
}
