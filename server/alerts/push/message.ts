import type { PushMessage } from '#contract/alerts/push.ts';
import { formatMoney } from '#contract/currencies/currency-text.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { describeFiring, formatChange } from '../delivery/describe-firing.ts';

type PushedFiring = Pick<
  AlertFiringTable,
  'id' | 'name' | 'condition' | 'threshold' | 'price' | 'currency' | 'change_24h' | 'source'
>;

/** A firing's push message: coin and price, nothing about the user, not even the note. */
export function toPushMessage(firing: PushedFiring): PushMessage {
  const price = formatMoney(firing.price, firing.currency);
  const change = firing.change_24h === null ? '' : `, ${formatChange(firing.change_24h)} in 24h`;
  return {
    id: firing.id,
    title: describeFiring(firing),
    body: `Price ${price}${change}`,
    path: '/alerts',
  };
}
