import type { QueryClient } from '@tanstack/react-query';
import { showToast } from '#web/ui/overlay/toast.ts';
import { describeCondition } from '../alert-words.ts';
import { addAlert, refreshAlerts, updateAlert } from '../queries.ts';
import type { AlertFields, AlertSubject } from './alert-fields.ts';

/**
 * Saves what was typed and says so. `isAsked`: whether somebody said what is to happen where the condition holds
 * already. Throws where the server refuses.
 */
export async function saveAlert(
  client: QueryClient,
  subject: AlertSubject,
  fields: AlertFields,
  isAsked: boolean,
): Promise<void> {
  const { coin, condition, repeat, cooldownMinutes, whenTrue } = fields;
  if (!coin) return;
  const threshold = fields.threshold.trim();
  const note = fields.note.trim() || null;
  const terms = { condition, threshold, note, repeat, cooldownMinutes, ...(isAsked && { whenTrue }) };
  if ('alert' in subject) await updateAlert(subject.alert.id, terms);
  else await addAlert({ coinId: coin.id, symbol: coin.symbol, name: coin.name, ...terms });
  showToast({
    title: 'alert' in subject ? 'Alert saved' : 'Alert created',
    description: `${coin.name}: ${describeCondition({ condition, threshold })}`,
  });
  void refreshAlerts(client);
}
