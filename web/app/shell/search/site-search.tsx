import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useChooseCurrency } from '#web/accounts/currency/use-choose-currency.ts';
import { useCurrentUser } from '#web/accounts/session/use-current-user.ts';
import { useAreAmountsHidden } from '#web/lib/hidden-amounts.ts';
import { listCurrencyCodes } from '#web/lib/money/currency-names.ts';
import { ratesQuery } from '#web/lib/money/page-currency.ts';
import { useNavigate } from '#web/lib/router/navigate.ts';
import { SearchDialog } from '#web/market/search/search-dialog.tsx';
import { watchlistQuery } from '#web/watchlist/queries.ts';
import { listCoinActions } from './coin-actions.ts';
import { listSiteCommands } from './list-site-commands.ts';

interface SiteSearchProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/** The search dialog with the site's contents: the user's coins, pages and commands. */
export function SiteSearch(props: SiteSearchProps) {
  const { isSignedIn } = useCurrentUser();
  const navigate = useNavigate();
  const areAmountsHidden = useAreAmountsHidden();
  const watchlist = useQuery({ ...watchlistQuery(), enabled: isSignedIn });
  const watched = useMemo(
    () =>
      isSignedIn
        ? (watchlist.data ?? []).map(({ coinId, name, symbol }) => ({ id: coinId, name, symbol }))
        : [],
    [isSignedIn, watchlist.data],
  );
  const { data: rates } = useQuery(ratesQuery());
  const chooseCurrency = useChooseCurrency();
  const tools = useMemo(() => {
    const go = (to: string, state?: object) => navigate(to, { state });
    return {
      commands: listSiteCommands({
        isSignedIn,
        areAmountsHidden,
        go,
        currencies: rates ? listCurrencyCodes(rates.rates) : [],
        chooseCurrency: (code) => void chooseCurrency(code),
      }),
      actions: listCoinActions(go),
    };
  }, [isSignedIn, areAmountsHidden, navigate, rates, chooseCurrency]);
  return <SearchDialog {...props} {...tools} watched={watched} />;
}
