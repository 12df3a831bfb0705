import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coinListQuery, readCoinList } from '../queries.ts';
import { chooseRefresh, type RefreshOutcome } from './refresh.ts';

/** How long the outcome of a refresh is shown next to the button, in milliseconds. */
const outcomeShownMs = 4000;

export interface Refresh {
  /** Fetches from the server; one request at a time. */
  readonly run: () => void;
  readonly isPending: boolean;
  readonly hasFailed: boolean;
  /** The outcome of the last refresh, for a few seconds. */
  readonly outcome: RefreshOutcome | undefined;
}

/** The Refresh button: always asks the server, but replaces the rows only if the answer is newer. */
export function useRefresh(): Refresh {
  const queryClient = useQueryClient();
  const { mutate, reset, isPending, isError, data } = useMutation({
    mutationFn: () => refreshCoinList(queryClient),
  });
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(reset, outcomeShownMs);
    return () => clearTimeout(timer);
  }, [data, reset]);
  return { run: () => !isPending && mutate(), isPending, hasFailed: isError, outcome: data };
}

/** Fetches the coins and shows them if they are newer. Throws if the request fails. */
export async function refreshCoinList(queryClient: QueryClient): Promise<RefreshOutcome> {
  const { queryKey } = coinListQuery();
  const answer = await readCoinList(queryClient);
  const outcome = chooseRefresh(queryClient.getQueryData(queryKey), answer);
  if (outcome === 'updated') queryClient.setQueryData(queryKey, answer);
  return outcome;
}
