import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { useLocation } from '#web/lib/router/page-location.ts';
import { useSearchParams } from '#web/lib/router/search-params.ts';
import type { TransactionDraft } from '../../transaction-form/transaction-fields.ts';
import { transactionQuery } from '../queries.ts';

/** What the form is about. `number` differs for each opening, so that the form starts anew. */
export interface FormTarget {
  readonly number: number;
  readonly stored?: Transaction;
  readonly draft?: TransactionDraft;
}

/** What a link to this page may bring along for the form. */
interface DraftState {
  readonly draft?: TransactionDraft;
}

/**
 * What stands in the form: a transaction that the address or a press in the list names, or a new one. Null: the form
 * is closed, where it can be.
 */
export function useFormTarget(portfolioId: string) {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const draft = (location.state as DraftState | null)?.draft;
  const [target, setTarget] = useState<FormTarget | null>(draft ? { number: 0, draft } : null);
  const wantedId = search.get('transaction');
  const wanted = useQuery({ ...transactionQuery(portfolioId, wantedId ?? ''), enabled: wantedId !== null });

  const leaveAddress = () => {
    if (wantedId === null && draft === undefined) return;
    const next = new URLSearchParams(search);
    next.delete('transaction');
    setSearch(next, { replace: true });
  };
  const show = (next: Omit<FormTarget, 'number'> | null) => {
    setTarget((before) => next && { ...next, number: (before?.number ?? 0) + 1 });
    leaveAddress();
  };
  const named = wanted.data && { number: -1, stored: wanted.data };
  return {
    target: wantedId === null ? target : (named ?? null),
    isLoading: wantedId !== null && wanted.isPending,
    hasFailed: wantedId !== null && wanted.isError,
    show,
  };
}
