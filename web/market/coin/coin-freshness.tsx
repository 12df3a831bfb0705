import { ClockTime } from '#web/ui/clock-time.tsx';
import freshness from '#web/ui/styles/freshness.module.css';
import { useMarketStatus } from '../overview/use-market-status.ts';

/** A coin's price is old if it lags behind the market's data by more than this. */
const oldAfterMs = 10 * 60_000;

function isOlder(at: string | null, asOf: string | null): boolean {
  return at !== null && asOf !== null && Date.parse(asOf) - Date.parse(at) > oldAfterMs;
}

/** Whether a price of that instant (ISO 8601) is much older than the market's data. */
export function useIsOldPrice(at: string | null): boolean {
  const { asOf } = useMarketStatus();
  return isOlder(at, asOf);
}

/** Whether a price of that instant (ISO 8601) is too old to count as current. */
export function useIsStalePrice(at: string | null): boolean {
  const { state, asOf } = useMarketStatus();
  return state === 'stale' || isOlder(at, asOf);
}

/**
 * The age of a coin's price in words, with its state. `at` (ISO 8601) is when the provider last changed the price. The
 * shell says if prices are simulated.
 */
export function CoinFreshness({ at }: { at: string | null }) {
  const { state, asOf, isSimulated } = useMarketStatus();
  if (asOf === null) return null;
  const isOld = isOlder(at, asOf);
  const words = isSimulated
    ? 'As of'
    : isOld
      ? 'Price from'
      : state === 'stale'
        ? 'Stale since'
        : 'Live as of';
  return (
    <span className={words === 'Live as of' ? freshness.freshness : freshness.warning}>
      <span className={freshness.dot} />
      <span>
        {words} <ClockTime at={at ?? asOf} />
      </span>
    </span>
  );
}
