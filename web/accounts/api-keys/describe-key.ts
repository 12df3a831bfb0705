import type { ApiKey } from '#contract/accounts/api-keys.ts';
import { formatLocalDay } from '../settings/local-day.ts';

/** What a key may do, its last characters, and its last day in local time. */
export function describeKey({ access, lastFour, expiresAt }: ApiKey): string {
  const parts = [access === 'read' ? 'Read only' : 'Read and change'];
  if (lastFour) parts.push(`ends in ${lastFour}`);
  if (expiresAt) {
    const isOver = Date.parse(expiresAt) <= Date.now();
    parts.push(`${isOver ? 'expired' : 'until'} ${formatLocalDay(expiresAt)}`);
  }
  return parts.join(' · ');
}
