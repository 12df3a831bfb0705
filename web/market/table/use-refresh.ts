import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { coinListQuery, readCoinList } from '../queries.ts';
import { chooseRefresh, type RefreshOutcome } from './refresh.ts';

/** How long the outcome of a Refresh stands beside the button, in milliseconds. */
const outcomeStands = 4000;

export interface Refresh {
  /** Asks the server; one question at a time. */
  readonly run: () => void;
  readonly isPending: boolean;
  readonly hasFailed: boolean;
  /** What came of the last one, for a few seconds. */
  readonly outcome: RefreshOutcome | undefined;
}

/** The Refresh button's deed: it always asks the server, and the rows shown stay unless the answer is newer. */
export function useRefresh(): Refresh {
  const queryClient = useQueryClient();
  const { mutate, reset, isPending, isError, data } = useMutation({
    mutationFn: () => refreshCoinList(queryClient),
  });
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(reset, outcomeStands);
    return () => clearTimeout(timer);
  }, [data, reset]);
  return { run: () => !isPending && mutate(), isPending, hasFailed: isError, outcome: data };
}

/** Asks for the coins and shows them where they are newer. Throws where the answer is not a success. */
export async function refreshCoinList(queryClient: QueryClient): Promise<RefreshOutcome> {
  const { queryKey } = coinListQuery();
  const answer = await readCoinList(queryClient);
  const outcome = chooseRefresh(queryClient.getQueryData(queryKey), answer);
  if (outcome === 'updated') queryClient.setQueryData(queryKey, answer);
  return outcome;
}
