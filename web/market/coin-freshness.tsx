import { useNow } from '../lib/use-now.ts';
import { ClockTime } from '../ui/clock-time.tsx';
import { useMarketStatus } from './use-market-status.ts';

/** A coin's own price is old from here on, whatever the market as a whole says: it is asked for once a minute. */
const staleAfterMs = 5 * 60_000;

/** Whether a price of that instant (ISO 8601) is too old to stand as the present one. */
export function useIsStalePrice(at: string | null): boolean {
  const { state } = useMarketStatus();
  const now = useNow();
  return state === 'stale' || (now !== null && at !== null && now - Date.parse(at) > staleAfterMs);
}

/** The age of a coin's price in words, with the mark of its state. `at` is ISO 8601. */
export function CoinFreshness({ at }: { at: string | null }) {
  const { isSimulated } = useMarketStatus();
  const isStale = useIsStalePrice(at);
  const state = isSimulated ? 'Simulated, as of' : isStale ? 'Stale since' : 'Live as of';
  return (
    <span className={isSimulated || isStale ? 'fresh fresh-warn' : 'fresh'}>
      <span className="dot" />
      <span>
        {at === null ? (
          'The age of this price is not known'
        ) : (
          <>
            {state} <ClockTime at={at} />
          </>
        )}
      </span>
    </span>
  );
}
