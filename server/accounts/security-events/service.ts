import type { SecurityEvent } from '#contract/accounts/security-events.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listSecurityEvents } from './store.ts';

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
