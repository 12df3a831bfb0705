import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CoinId } from '#contract/units.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { totalValueQuery } from '../queries.ts';
import { type CoinHolding, sumCoinHolding } from './sum-coin-holding.ts';

/** The signed-in user's holding of a coin. Null if there is none, or until it has loaded. */
export function useCoinHolding(coinId: CoinId): CoinHolding | null {
  const { isSignedIn } = useCurrentUser();
  const { data } = useQuery({ ...totalValueQuery(), enabled: isSignedIn });
  return useMemo(
    () => (isSignedIn && data ? sumCoinHolding(data, coinId) : null),
    [isSignedIn, data, coinId],
  );
}
