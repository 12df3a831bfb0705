import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CoinId } from '#contract/units.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { allHoldingsQuery } from '../lots/queries.ts';
import { type CoinHolding, sumCoinHolding } from './sum-coin-holding.ts';

/**
 * The signed-in user's holding of a coin. Null if there is none, or until it has loaded. Money is in the reader's
 * currency, with costs at the rate of their day, as in the portfolio; or in US dollars if one of this coin's rates is
 * unknown or the call fails.
 */
export function useCoinHolding(coinId: CoinId): CoinHolding | null {
  const { isSignedIn } = useCurrentUser();
  const { currency } = useMoney();
  const code = currency.code.toUpperCase();
  const { data, isError } = useQuery({ ...allHoldingsQuery(code), enabled: isSignedIn });
  const holding = useMemo(() => (data ? sumCoinHolding(data, coinId) : null), [data, coinId]);
  // In dollars it would be the same query, and each failure would start the next try.
  const needsDollars = isSignedIn && code !== 'USD' && (holding?.lacksRate === true || (isError && !data));
  const { data: inDollars } = useQuery({ ...allHoldingsQuery('USD'), enabled: needsDollars });
  const holdingInDollars = useMemo(
    () => (inDollars ? sumCoinHolding(inDollars, coinId) : null),
    [inDollars, coinId],
  );
  if (!isSignedIn) return null;
  return needsDollars ? holdingInDollars : holding;
}
