import {
  type QueryClient,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { AddAlert, Alert, Unseen, UpdateAlert, WhenTrue } from '#contract/alerts/alerts.ts';
import { openLimitDialog } from '#web/billing/upgrade/upgrade-prompts.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { hasCode } from '#web/lib/errors.ts';
import { createAttemptKey, idempotent, useAttemptKey } from '#web/lib/form/use-attempt-key.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';
import { showToast, updateToast } from '#web/ui/overlay/toast.ts';
import { describeCondition } from './alert-words.ts';
import { firingHistoryKey, refreshAlertList, refreshAlerts, replaceAlert, unseenQuery } from './queries.ts';

const changeKey = ['alerts', 'change'] as const;

const alertPath = (id: string) => `/api/alerts/${encodeURIComponent(id)}`;
const updateAlert = (id: string, change: UpdateAlert) => sendApi<Alert>('PUT', alertPath(id), change);

/** An alert to create. Whatever is left out gets the server's default. */
type NewAlert = Pick<AddAlert, 'coinId' | 'symbol' | 'name' | 'condition' | 'threshold'> & Partial<AddAlert>;
const addAlert = (alert: NewAlert, key: string) =>
  sendApi<Alert>('POST', '/api/alerts', alert, idempotent(key));

/** A new alert, or the changes of an existing one. */
export type SavedAlert = { readonly added: NewAlert } | { readonly id: string; readonly change: UpdateAlert };

/** Creates or changes an alert, and shows a message when it is saved. */
export function useSaveAlert() {
  const client = useQueryClient();
  const keyOf = useAttemptKey();
  return useMutation({
    mutationFn: (saved: SavedAlert) =>
      'added' in saved ? addAlert(saved.added, keyOf(saved.added)) : updateAlert(saved.id, saved.change),
    onSuccess: (alert, saved) => {
      reportSuccess('added' in saved ? 'Alert created' : 'Alert saved', alert);
      replaceAlert(client, alert);
      void refreshAlerts(client);
    },
  });
}

type AlertChange =
  | { readonly alert: Alert; readonly action: 'pause' }
  | { readonly alert: Alert; readonly action: 'remove' }
  | { readonly alert: Alert; readonly action: 'activate'; readonly whenTrue: WhenTrue };

/** The actions of an alert's buttons. They do nothing while the alert is being changed. */
export interface AlertChanges {
  pause(alert: Alert): void;
  /** Arms it for the next crossing. With `fire`, it fires at the next quote if its condition already holds. */
  activate(alert: Alert, whenTrue: WhenTrue): void;
  /** Deletes it, and offers to restore it if possible. */
  remove(alert: Alert): void;
}

/** Pauses, arms and deletes alerts, and shows a message for each success or failure. */
export function useAlertChanges(): AlertChanges {
  const client = useQueryClient();
  const { mutate } = useMutation(changeAlertMutation(client));
  const change = (next: AlertChange) => {
    const pending = client.getMutationCache().find<undefined, Error, AlertChange>({
      mutationKey: changeKey,
      predicate: ({ state }) =>
        state.status === 'pending' && (state.variables as AlertChange).alert.id === next.alert.id,
    });
    if (!pending) mutate(next);
  };
  return {
    pause: (alert) => change({ alert, action: 'pause' }),
    activate: (alert, whenTrue) => change({ alert, action: 'activate', whenTrue }),
    remove: (alert) => change({ alert, action: 'remove' }),
  };
}

const failures = {
  pause: 'Failed to pause the alert',
  activate: 'Failed to arm the alert',
  remove: 'Failed to delete the alert',
};

function changeAlertMutation(client: QueryClient): UseMutationOptions<unknown, Error, AlertChange> {
  return {
    mutationKey: changeKey,
    mutationFn: (change) => {
      const { id } = change.alert;
      if (change.action === 'remove') return sendApi('DELETE', alertPath(id));
      if (change.action === 'pause') return updateAlert(id, { status: 'paused' });
      return updateAlert(id, { status: 'active', whenTrue: change.whenTrue });
    },
    onSuccess: (_answer, { alert, action }) => {
      if (action === 'remove') reportRemoval(client, alert);
      else reportSuccess(action === 'pause' ? 'Alert paused' : 'Alert active', alert);
    },
    onError: (error, { action }) => reportFailure(error, failures[action]),
    onSettled: () => refreshAlertList(client),
  };
}

/** Whether an alert can be recreated as it was. A triggered one can't, because the new one would be armed. */
export const canRestore = ({ status }: Alert) => status !== 'triggered';

function reportRemoval(client: QueryClient, alert: Alert): void {
  showToast({
    title: 'Alert deleted',
    description: describeAlert(alert),
    ...(canRestore(alert) && {
      action: { label: 'Undo', onPress: () => void restore(client, alert) },
    }),
  });
}

/**
 * Recreates a deleted alert, armed at the current quote. Not a hook: its row is gone by the time the toast's button is
 * pressed.
 */
async function restore(client: QueryClient, alert: Alert): Promise<void> {
  const { coinId, symbol, name, condition, threshold, currency, note, repeat, cooldownMinutes, status } =
    alert;
  const terms = { condition, threshold, currency, note, repeat, cooldownMinutes };
  const toast = showToast({ title: 'Restoring…', isBusy: true });
  try {
    const { id } = await addAlert({ coinId, symbol, name, ...terms }, createAttemptKey());
    if (status === 'paused') await updateAlert(id, { status });
    updateToast(toast, { title: 'Alert restored', description: describeAlert(alert) });
  } catch (error) {
    updateToast(toast, {
      title: 'Error',
      description: 'Failed to restore the alert',
      variant: 'destructive',
    });
    if (hasCode(error, 'limit_reached')) openLimitDialog('alerts');
  }
  await refreshAlerts(client);
}

/** Marks firings as seen, up to and including the given number. */
export function useMarkSeen() {
  const client = useQueryClient();
  return useGuardedMutation({
    mutationFn: (upTo: number) => sendApi<Unseen>('POST', '/api/alerts/history/seen', { upTo }),
    onSuccess: async (unseen) => {
      client.setQueryData(unseenQuery().queryKey, unseen);
      await client.invalidateQueries({ queryKey: firingHistoryKey });
    },
  });
}

type DescribedAlert = Pick<Alert, 'name' | 'condition' | 'threshold' | 'currency'>;

const describeAlert = (alert: DescribedAlert) => `${alert.name}: ${describeCondition(alert)}`;
const reportSuccess = (title: string, alert: DescribedAlert) =>
  showToast({ title, description: describeAlert(alert) });

function reportFailure(error: unknown, description: string): void {
  if (hasCode(error, 'limit_reached')) openLimitDialog('alerts');
  else showToast({ title: 'Error', description, variant: 'destructive' });
}
