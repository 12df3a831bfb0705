import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import type { TransactionDraft } from '../../transaction-form/transaction-fields.ts';
import { transactionQuery } from '../queries.ts';

/** What the form shows. `number` differs for each opening, so that the form starts afresh. */
export interface FormTarget {
  readonly number: number;
  readonly stored?: Transaction;
  readonly draft?: TransactionDraft;
}

interface FormState {
  /** How often the form was opened or closed. */
  readonly toggleCount: number;
  readonly target: FormTarget | null;
}

/** Router state with which a link to this page can fill the form. */
interface DraftState {
  readonly draft?: TransactionDraft;
}

/**
 * What the form shows: the transaction named in the URL or picked in the list, or a new one. Null: the form is closed,
 * if it can be.
 */
export function useFormTarget(portfolioId: string) {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const draft = (location.state as DraftState | null)?.draft;
  const [{ toggleCount, target }, setState] = useState<FormState>({
    toggleCount: 0,
    target: draft ? { number: 0, draft } : null,
  });
  const wantedId = search.get('transaction');
  const wanted = useQuery({ ...transactionQuery(portfolioId, wantedId ?? ''), enabled: wantedId !== null });

  const wantedIn = wanted.data?.portfolioId;
  useEffect(() => {
    if (wantedIn === undefined || wantedIn === portfolioId) return;
    // The transaction is another portfolio's, as in a tax report over several: open it there.
    const next = new URLSearchParams(search);
    next.set('portfolio', wantedIn);
    setSearch(next, { replace: true });
  }, [wantedIn, portfolioId, search, setSearch]);

  const clearLink = () => {
    if (wantedId === null && draft === undefined) return;
    const next = new URLSearchParams(search);
    next.delete('transaction');
    setSearch(next, { replace: true });
  };
  const show = (next: Omit<FormTarget, 'number'> | null) => {
    setState(({ toggleCount: count }) => ({
      toggleCount: count + 1,
      target: next && { ...next, number: count + 1 },
    }));
    clearLink();
  };
  const stored = useOpened(wantedId, wanted);
  const named = stored?.portfolioId === portfolioId && { number: -1, stored };
  return {
    target: wantedId === null ? target : named || null,
    toggleCount,
    isLoading: wantedId !== null && !wanted.isError && !named,
    hasFailed: wantedId !== null && wanted.isError,
    show,
  };
}

/**
 * The transaction named in the URL, as it was when it was opened: the form keeps the fields of that time, and saved with
 * the `updatedAt` of a later one they would overwrite what was changed in between. Null until it has loaded; what is cached
 * may be out of date.
 */
function useOpened(
  wantedId: string | null,
  { data, isFetching }: { readonly data: Transaction | undefined; readonly isFetching: boolean },
): Transaction | null {
  const [opened, setOpened] = useState<Transaction | null>(null);
  const known = opened?.id === wantedId ? opened : null;
  const found = known ?? (data?.id === wantedId && !isFetching ? data : null);
  if (found !== opened) setOpened(found);
  return found;
}
