import {
  type QueryClient,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { AddHolding, Holding, UpdateHolding, ValuedHolding } from '#contract/portfolio.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { hasCode } from '#web/lib/errors.ts';
import { idempotent } from '#web/lib/form/use-attempt-key.ts';
import { showToast, updateToast } from '#web/ui/overlay/toast.ts';
import { portfoliosKey } from '../queries.ts';
import { transactionPath } from '../transactions/queries.ts';

/*
 * Mutations of holdings. The server computes all figures, so each change refetches them.
 */

const removeKey = ['holdings', 'remove'] as const;

const holdingPath = (id: string) => `/api/portfolio/${encodeURIComponent(id)}`;
const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: portfoliosKey });
const reportSuccess = (description: string) => showToast({ title: 'Success', description });
const reportError = (description: string) =>
  showToast({ title: 'Error', description, variant: 'destructive' });

/** Already deleted in another tab or on another device. */
const isGone = (error: unknown) => hasCode(error, 'not_found');

/** A holding to add. Repeating a call with the same idempotency `key` adds nothing. */
interface AddedHolding {
  readonly holding: Omit<AddHolding, 'currency'>;
  readonly key: string;
}

/** Adds a holding, as its own position. A toast reports the outcome. */
export function useAddHolding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ holding, key }: AddedHolding) =>
      sendApi<Holding>('POST', '/api/portfolio', holding, idempotent(key)),
    onError: () => reportError('Failed to add portfolio item'),
    onSuccess: () => {
      reportSuccess('Portfolio item added successfully');
      void refresh(client);
    },
  });
}

/** Changes a holding's amount or purchase price. A toast reports the outcome. */
export function useUpdateHolding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { readonly id: string; readonly change: UpdateHolding }) =>
      sendApi<Holding>('PUT', holdingPath(id), change),
    onError: (error) => {
      reportError('Failed to update portfolio item');
      if (isGone(error)) void refresh(client);
    },
    onSuccess: () => {
      reportSuccess('Portfolio item updated successfully');
      void refresh(client);
    },
  });
}

/** Removes a holding and offers to undo that. */
function removeHoldingMutation(client: QueryClient): UseMutationOptions<undefined, Error, ValuedHolding> {
  return {
    mutationKey: removeKey,
    mutationFn: ({ id }) => sendApi('DELETE', holdingPath(id)),
    onSuccess: async (_answer, holding) => {
      await refresh(client);
      showToast({
        title: 'Success',
        description: 'Portfolio item deleted successfully',
        action: { label: 'Undo', onPress: () => void restore(client, holding) },
      });
    },
    onError: async (error) => {
      if (isGone(error)) {
        await refresh(client);
        reportSuccess('Portfolio item deleted successfully');
        return;
      }
      reportError('Failed to delete portfolio item');
      // Not awaited: the failure is already shown, and pressing again is ignored while this mutation is pending.
      void refresh(client);
    },
  };
}

/** Resolves once the removal has succeeded or failed. Calls for a holding that is being removed do nothing. */
export type RemoveHolding = (holding: ValuedHolding) => Promise<void>;

/** Returns a function that removes a holding. A toast reports the outcome. */
export function useRemoveHolding(): RemoveHolding {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(removeHoldingMutation(client));
  return async (holding) => {
    const isSame = (variables: unknown) => (variables as ValuedHolding).id === holding.id;
    const predicate = ({ state }: { state: { variables: unknown } }) => isSame(state.variables);
    if (client.isMutating({ mutationKey: removeKey, predicate }) > 0) return;
    // A toast has reported the failure.
    await mutateAsync(holding).catch(() => {});
  };
}

/**
 * Restores a removed holding as it was: adding another would lose its date, currency, wallet and note. Not a hook: its row
 * is gone by the time the toast's button is pressed.
 */
async function restore(client: QueryClient, { id }: ValuedHolding): Promise<void> {
  const toast = showToast({ title: 'Restoring…', isBusy: true });
  try {
    await sendApi('POST', `${transactionPath(id)}/restore`);
    updateToast(toast, { title: 'Success', description: 'Portfolio item restored' });
  } catch {
    updateToast(toast, {
      title: 'Error',
      description: 'Failed to restore portfolio item',
      variant: 'destructive',
    });
  }
  await refresh(client);
}
