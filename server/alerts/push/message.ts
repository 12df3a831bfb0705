import type { PushMessage } from '#contract/alerts.ts';
import { formatDollars } from '#contract/decimal.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';
import { describeFiring, formatChange } from '../delivery/describe-firing.ts';

type Fired = Pick<
  AlertFiringTable,
  'id' | 'name' | 'condition' | 'threshold' | 'price' | 'change_24h' | 'source'
>;

/** What a browser is told of a firing: the coin and its price, and nothing of the user, not even the note. */
export function toPushMessage(fired: Fired): PushMessage {
  const price = formatDollars(fired.price);
  const change = fired.change_24h === null ? '' : `, ${formatChange(fired.change_24h)} in 24h`;
  return {
    id: fired.id,
    title: describeFiring(fired),
    body: `Price ${price}${change}`,
    path: '/alerts',
  };
}
