import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatRelativeTime } from '#web/lib/formats.ts';
import { pageCurrencyQuery } from '#web/lib/money/page-currency.ts';
import { useSite } from '#web/lib/site.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Freshness } from '#web/market/overview/freshness.tsx';
import { useMarketStatus } from '#web/market/overview/use-market-status.ts';
import { ClockTime } from '#web/ui/clock-time.tsx';
import freshness from '#web/ui/styles/freshness.module.css';
import styles from './age-line.module.css';

/** Warns of simulated or stale prices and of stale exchange rates. On a phone it also shows the age of live prices. */
export function AgeLine() {
  const { state, asOf, isSimulated, isSilent } = useMarketStatus();
  const staleRates = useStaleRates();
  const isStale = state === 'stale' && asOf !== null;
  if (!isSimulated && !isStale && !staleRates) return <LiveLine />;
  return (
    <section className={styles.warning} aria-label="Age of the data">
      <div className="pageWidth">
        <span className={freshness.dot} />
        {isSimulated && (
          <span role="status">
            <b>Demo market: simulated prices</b>
          </span>
        )}
        {isStale ? (
          <StaleText asOf={asOf} isSilent={isSilent} />
        ) : (
          asOf !== null && (
            <span className={styles.phoneOnly}>
              as of <ClockTime at={asOf} />
            </span>
          )
        )}
        {staleRates && (
          <span role="status" data-part="stale-rates">
            <b>
              {staleRates.code.toUpperCase()} at the rate of <ClockTime at={staleRates.asOf} />
            </b>
            : no newer rate is known
          </span>
        )}
      </div>
    </section>
  );
}

/** The page's currency if its rate is stale; otherwise null. */
function useStaleRates(): { readonly code: string; readonly asOf: string } | null {
  const { data } = useQuery(pageCurrencyQuery());
  if (!data || data.code === 'usd' || data.state !== 'stale' || data.asOf === null) return null;
  return { code: data.code, asOf: data.asOf };
}

function LiveLine() {
  const { refresh } = useSite().claims;
  return (
    <section className={styles.live} aria-label="Age of the data">
      <div className="pageWidth">
        <Freshness />
        {refresh && <span>Prices every {refresh}</span>}
      </div>
    </section>
  );
}

function StaleText({ asOf, isSilent }: { asOf: string; isSilent: boolean }) {
  const now = useNow();
  return (
    <div className={styles.stale} role="status">
      <span>
        <b>
          Prices have been stale since <ClockTime at={asOf} />
        </b>
        {now !== null && ` (${formatRelativeTime(Date.parse(asOf), now)})`}
        <span className={styles.wideOnly}>
          .{' '}
          {isSilent
            ? 'This page cannot reach its server; it keeps trying.'
            : 'The market data provider is not answering; we keep trying.'}
        </span>
      </span>
      <RetryButton />
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
    <button type="button" aria-disabled={isBusy} onClick={() => !isBusy && void retry()}>
      {isBusy ? 'Retrying…' : 'Retry'}
    </button>
  );
}
