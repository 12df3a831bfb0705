import type { ApiKey } from '#contract/accounts/api-keys.ts';

/** What a key may do, its last characters, and its last day in local time. */
export function describeKey({ access, lastFour, expiresAt }: ApiKey): string {
  const parts = [access === 'read' ? 'Read only' : 'Read and change'];
  if (lastFour) parts.push(`ends in ${lastFour}`);
  if (expiresAt) {
    const end = new Date(expiresAt);
    parts.push(`${end.getTime() > Date.now() ? 'until' : 'expired'} ${localDay(end)}`);
  }
  return parts.join(' · ');
}

/** `2026-03-01`: the notation of the form's date field, whose days are local too. */
function localDay(at: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
}
