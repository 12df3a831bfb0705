import { useQuery } from '@tanstack/react-query';
import { useMoney } from '#web/lib/money/money-context.ts';
import { ledgerHoldingsQuery } from './lots/queries.ts';
import { settingsQuery } from './wallets/queries.ts';

/** In which currency the ledger is asked for figures. */
export interface LedgerCurrency {
  /** Upper case; undefined: that of the portfolio's settings. */
  readonly asked: string | undefined;
  /** That of the figures; undefined while it is not known. */
  readonly shown: string | undefined;
  /** False until the settings are there, where they decide. */
  readonly isReady: boolean;
}

/**
 * A portfolio with a currency of its own keeps it. One in dollars, which is what every portfolio begins with, follows the
 * reader's currency: the ledger itself converts, each amount at the rate of its own day.
 */
export function useLedgerCurrency(portfolioId: string): LedgerCurrency {
  const { isDollars, currency } = useMoney();
  const { data: settings } = useQuery(settingsQuery(portfolioId));
  const own = settings?.currency;
  if (isDollars) return { asked: undefined, shown: own, isReady: true };
  const shown = own === 'USD' ? currency.code.toUpperCase() : own;
  return { asked: own === 'USD' ? shown : undefined, shown, isReady: own !== undefined };
}

/** A portfolio's holdings by the ledger, in the currency of its figures. `isAll`: also those that are sold out. */
export function useLedgerHoldings(portfolioId: string, isAll = false) {
  const { asked, isReady } = useLedgerCurrency(portfolioId);
  return useQuery({ ...ledgerHoldingsQuery(portfolioId, isAll, asked), enabled: isReady });
}
