import type { QueryClient } from '@tanstack/react-query';
import type { Alert, WhenTrue } from '#contract/alerts.ts';
import { openLimitDialog } from '#web/billing/plans/plan-overlays.ts';
import { showToast } from '#web/ui/overlay/toast.ts';
import { ApiError } from '../lib/api-client.ts';
import { describeCondition } from './alert-words.ts';
import { addAlert, refreshAlerts, removeAlert, updateAlert } from './queries.ts';

export interface AlertChanges {
  pause(alert: Alert): Promise<void>;
  /** Makes it wait for the next crossing, or with `fire` for the next quote where its condition holds already. */
  activate(alert: Alert, whenTrue: WhenTrue): Promise<void>;
  /** Removes it, and offers to put it back where that can be done. */
  remove(alert: Alert): Promise<void>;
}

/** Alerts that are being changed: a second press while the first is under way does nothing. */
const changing = new Set<string>();

/** Whether the plan allows no more active or paused alerts. */
export function isAlertLimit(error: unknown): boolean {
  return error instanceof ApiError && error.answer.code === 'limit_reached';
}

/** Whether an alert can be made anew as it was. One that has fired cannot: it would be armed. */
export const canRestore = ({ status }: Alert) => status !== 'triggered';

/** What can be done with the alerts of who is signed in. Failures are said in a toast. */
export function createAlertChanges(client: QueryClient): AlertChanges {
  const change = (alert: Alert, act: () => Promise<void>, failed: string) =>
    changeOne(client, alert, act, failed);
  return {
    pause: (alert) =>
      change(
        alert,
        async () => {
          await updateAlert(alert.id, { status: 'paused' });
          say('Alert paused', alert);
        },
        'Failed to pause the alert',
      ),
    activate: (alert, whenTrue) =>
      change(
        alert,
        async () => {
          await updateAlert(alert.id, { status: 'active', whenTrue });
          say('Alert active', alert);
        },
        'Failed to arm the alert',
      ),
    remove: (alert) =>
      change(
        alert,
        async () => {
          await removeAlert(alert.id);
          showToast({
            title: 'Alert deleted',
            description: sentenceOf(alert),
            ...(canRestore(alert) && {
              action: { label: 'Undo', onPress: () => void restore(client, alert) },
            }),
          });
        },
        'Failed to delete the alert',
      ),
  };
}

async function changeOne(
  client: QueryClient,
  { id }: Alert,
  act: () => Promise<void>,
  failed: string,
): Promise<void> {
  if (changing.has(id)) return;
  changing.add(id);
  try {
    await act();
  } catch (error) {
    if (isAlertLimit(error)) openLimitDialog('alerts');
    else fail(failed);
  } finally {
    await refreshAlerts(client).catch(() => {});
    changing.delete(id);
  }
}

/** Makes a deleted alert anew: what it waits for is armed at the present quote. */
async function restore(client: QueryClient, alert: Alert): Promise<void> {
  const { coinId, symbol, name, condition, threshold, note, repeat, cooldownMinutes, status } = alert;
  try {
    const made = await addAlert({
      coinId,
      symbol,
      name,
      condition,
      threshold,
      note,
      repeat,
      cooldownMinutes,
    });
    if (status === 'paused') await updateAlert(made.id, { status });
    say('Alert restored', alert);
  } catch (error) {
    if (isAlertLimit(error)) openLimitDialog('alerts');
    else fail('Failed to restore the alert');
  }
  await refreshAlerts(client);
}

const sentenceOf = (alert: Alert) => `${alert.name}: ${describeCondition(alert)}`;
const say = (title: string, alert: Alert) => showToast({ title, description: sentenceOf(alert) });
const fail = (description: string) => showToast({ title: 'Error', description, variant: 'destructive' });
