import { useQuery } from '@tanstack/react-query';
import type { LedgerHolding, LedgerHoldings } from '#contract/ledger/figures.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { ledgerHoldingsQuery } from './lots/queries.ts';
import { settingsQuery } from './wallets/queries.ts';

/** The currency in which figures are requested from the ledger. */
export interface LedgerCurrency {
  /** The requested currency, in upper case. Undefined: the one in the portfolio's settings. */
  readonly requested: string | undefined;
  /**
   * The currency of the figures, to be requested wherever an answer doesn't name its own. Undefined until it is certain, so
   * that none appears in another first. Dollars if the settings can't be loaded.
   */
  readonly shown: string | undefined;
  /** False while the currency still depends on data that is loading. */
  readonly isReady: boolean;
}

/** A day of a coin's transactions has no exchange rate: money paid or received on it is missing from the figures. */
export const lacksRate = ({ problems }: Pick<LedgerHolding, 'problems'>): boolean =>
  problems.some(({ kind }) => kind === 'no_rate');

/** Whether that is so for any coin of a ledger. */
export const lacksRates = ({ holdings }: Pick<LedgerHoldings, 'holdings'>): boolean =>
  holdings.some(lacksRate);

/**
 * A portfolio set to a currency other than dollars keeps it. One in dollars, the default, follows the reader's
 * currency: the ledger converts each amount at its own day's rate. If some of those rates are missing, it stays in
 * dollars, because figures with gaps help nobody.
 */
export function useLedgerCurrency(portfolioId: string): LedgerCurrency {
  const { isDollars, currency } = useMoney();
  const { data: settings, isError: lacksSettings } = useQuery(settingsQuery(portfolioId));
  const own = settings?.currency;
  const known = own ?? (lacksSettings ? 'USD' : undefined);
  const code = currency.code.toUpperCase();
  const isAsking = !isDollars && own === 'USD';
  const tried = useQuery({ ...ledgerHoldingsQuery(portfolioId, true, code), enabled: isAsking });
  if (isDollars) return { requested: undefined, shown: known, isReady: true };
  const follows = isAsking && tried.data !== undefined && !lacksRates(tried.data);
  const isSettled = !isAsking || tried.data !== undefined || tried.isError;
  const isReady = lacksSettings || (own !== undefined && isSettled);
  if (!isReady) return { requested: undefined, shown: undefined, isReady };
  return { requested: follows ? code : undefined, shown: follows ? code : known, isReady };
}

/** A portfolio's holdings from the ledger, in the currency shown. `isAll` includes coins sold in full. */
export function useLedgerHoldings(portfolioId: string, isAll = false) {
  const { requested, isReady } = useLedgerCurrency(portfolioId);
  return useQuery({ ...ledgerHoldingsQuery(portfolioId, isAll, requested), enabled: isReady });
}
