import type { Logger } from 'pino';
import type { SecurityEvent, SecurityEventKind } from '#contract/accounts/security-events.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { afterCommit, type Tx } from '#server/platform/database/transact.ts';
import {
  addSecurityEvent,
  addToCount,
  countSecurityEvents,
  listSecurityEvents,
  type NewSecurityEvent,
} from './store.ts';

/** The security events of an account, newest first. */
export async function listEvents(db: Database, userId: string): Promise<SecurityEvent[]> {
  const rows = await listSecurityEvents(db, userId);
  return rows.map(({ id, kind, count, user_agent, at }) => ({
    id,
    kind,
    count,
    at: new Date(at).toISOString(),
    userAgent: user_agent,
  }));
}

/**
 * Events that a session can repeat at will. Those of one day become one event with a count; otherwise a thief could
 * push the sign-in off the list.
 */
const repeatable: ReadonlySet<SecurityEventKind> = new Set([
  'sessions_ended',
  'exported',
  'email_changed',
  'api_key_added',
  'api_key_removed',
  'passkey_added',
  'passkey_removed',
]);
/** Whoever has a passkey or the mailbox can repeat these too, but the owner wants to see each of the usual few. */
const signIns: ReadonlySet<SecurityEventKind> = new Set(['signed_in', 'signed_in_with_passkey']);
/** Within the time below; further ones add to the newest. */
const maxSignIns = 10;
/** Events of one kind and account within this time share one row. */
export const sameEventMs: Milliseconds = 24 * 60 * 60_000;

export interface RecordDeps {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info'>;
}

/**
 * Records a security event for the account's owner and in the log. The log line has the account's id and no personal
 * data.
 */
export async function recordEvent(
  { clock, logger }: RecordDeps,
  tx: Tx,
  event: NewSecurityEvent,
): Promise<void> {
  const at = clock.now();
  const since = at - sameEventMs;
  const isRepeatable =
    repeatable.has(event.kind) ||
    (signIns.has(event.kind) && (await countSecurityEvents(tx, event, since)) >= maxSignIns);
  const isRepeat = isRepeatable && (await addToCount(tx, { ...event, count: 1 }, { since, at }));
  if (!isRepeat) await addSecurityEvent(tx, event, at);
  // Logged only after the commit, because a rolled-back change has not happened.
  afterCommit(tx, () => logEvent({ logger }, event));
}

/** Only logs the event, for an account that is being deleted. */
export function logEvent(
  { logger }: Pick<RecordDeps, 'logger'>,
  { userId, kind }: { userId: string; kind: NewSecurityEvent['kind'] | 'deleted' },
): void {
  logger.info({ event: kind, account: userId }, 'a security event');
}
