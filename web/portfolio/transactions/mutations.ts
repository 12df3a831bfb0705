import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Transaction } from '#contract/ledger/transaction.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { hasCode } from '#web/lib/errors.ts';
import { idempotent } from '#web/lib/form/use-attempt-key.ts';
import { countOf } from '#web/lib/formats.ts';
import { showToast, updateToast } from '#web/ui/overlay/toast.ts';
import { portfoliosKey } from '../queries.ts';
import { transactionPath, transactionsPath } from './queries.ts';
import { nameTransaction } from './transaction-words.ts';

/*
 * Mutations of the ledger. Every figure depends on it, so each change refetches all portfolio data.
 */

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: portfoliosKey });

/** A transaction as sent to the server. */
export type TransactionBody = Readonly<Record<string, unknown>>;

/** Adds a transaction. */
export function useAddTransaction(portfolioId: string) {
  const client = useQueryClient();
  return useMutation({
    /** `key`: an idempotency key. Repeating a call with the same one adds nothing. */
    mutationFn: ({ body, key }: { readonly body: TransactionBody; readonly key: string }) =>
      sendApi<Transaction>('POST', transactionsPath(portfolioId), body, idempotent(key)),
    onSuccess: (added) => {
      showToast({ title: 'Transaction added', description: nameTransaction(added) });
      void refresh(client);
    },
  });
}

/** Changes a transaction. Refused if it has changed since it was read. */
export function useUpdateTransaction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: TransactionBody }) =>
      sendApi<Transaction>('PUT', transactionPath(id), body),
    onSuccess: (saved) => {
      showToast({ title: 'Transaction saved', description: nameTransaction(saved) });
      void refresh(client);
    },
    onError: (error) => {
      if (hasCode(error, 'not_found') || hasCode(error, 'conflict')) void refresh(client);
    },
  });
}

/** Deletes transactions, all or none, and offers to restore them. */
export function useRemoveTransactions(portfolioId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const [only] = ids;
      if (ids.length === 1 && only !== undefined) await sendApi('DELETE', transactionPath(only));
      else await sendApi('POST', `${transactionsPath(portfolioId)}/delete`, { ids });
    },
    onSuccess: (_answer, ids) => {
      void refresh(client);
      showToast({
        title: `${countOf(ids.length, 'transaction')} deleted`,
        action: { label: 'Undo', onPress: () => void restore(client, ids) },
      });
    },
    onError: (error) => {
      void refresh(client);
      if (hasCode(error, 'not_found')) showToast({ title: 'Already deleted elsewhere' });
      else
        showToast({ title: 'Nothing was deleted', description: 'Please try again.', variant: 'destructive' });
    },
  });
}

/**
 * Restores deleted transactions under their ids. Not a hook: the list may be gone when the toast's button is pressed.
 */
async function restore(client: QueryClient, ids: readonly string[]): Promise<void> {
  const toast = showToast({ title: 'Restoring…', isBusy: true });
  const left = new Set(ids);
  try {
    for (const id of ids) {
      await sendApi('POST', `${transactionPath(id)}/restore`);
      left.delete(id);
    }
    updateToast(toast, { title: `${countOf(ids.length, 'transaction')} restored` });
  } catch {
    updateToast(toast, {
      title: `${countOf(left.size, 'transaction')} not restored`,
      description: 'Deleted transactions can be restored within 24 hours.',
      variant: 'destructive',
      action: { label: 'Try again', onPress: () => void restore(client, [...left]) },
    });
  }
  await refresh(client);
}
