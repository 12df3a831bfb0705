import { useQuery } from '@tanstack/react-query';
import type { LedgerHoldings } from '#contract/ledger/figures.ts';
import { useMoney } from '#web/lib/money/money-context.ts';
import { ledgerHoldingsQuery } from './lots/queries.ts';
import { settingsQuery } from './wallets/queries.ts';

/** In which currency the ledger is asked for figures. */
export interface LedgerCurrency {
  /** Upper case; undefined: that of the portfolio's settings. */
  readonly asked: string | undefined;
  /** That of the figures; undefined while it is not known. */
  readonly shown: string | undefined;
  /** False until the settings are there, where they decide, or could not be loaded. */
  readonly isReady: boolean;
}

/** Some of its days have no rate: what was paid or received then is in none of the figures. */
export const lacksRates = ({ holdings }: LedgerHoldings): boolean =>
  holdings.some(({ problems }) => problems.some(({ kind }) => kind === 'no_rate'));

/**
 * A portfolio with a currency of its own keeps it. One in dollars, which is what every portfolio begins with, follows the
 * reader's currency: the ledger itself converts, each amount at the rate of its own day. Where rates of some of its days are
 * not known it stays in dollars: figures of which a part is missing help nobody.
 */
export function useLedgerCurrency(portfolioId: string): LedgerCurrency {
  const { isDollars, currency } = useMoney();
  const { data: settings, isError: lacksSettings } = useQuery(settingsQuery(portfolioId));
  const own = settings?.currency;
  const code = currency.code.toUpperCase();
  const isAsking = !isDollars && own === 'USD';
  const tried = useQuery({ ...ledgerHoldingsQuery(portfolioId, true, code), enabled: isAsking });
  if (isDollars) return { asked: undefined, shown: own, isReady: true };
  const follows = isAsking && tried.data !== undefined && !lacksRates(tried.data);
  const isSettled = !isAsking || tried.data !== undefined || tried.isError;
  const isReady = lacksSettings || (own !== undefined && isSettled);
  return { asked: follows ? code : undefined, shown: follows ? code : own, isReady };
}

/** A portfolio's holdings by the ledger, in the currency of its figures. `isAll`: also those that are sold out. */
export function useLedgerHoldings(portfolioId: string, isAll = false) {
  const { asked, isReady } = useLedgerCurrency(portfolioId);
  return useQuery({ ...ledgerHoldingsQuery(portfolioId, isAll, asked), enabled: isReady });
}
