import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#server/platform/database/database.ts';
import type { SessionTable } from '#server/platform/database/tables/account-tables.ts';

/** Adds a session. Returns its id. */
export async function addSession(
  db: Database,
  userId: string,
  times: Pick<SessionTable, 'last_seen_at' | 'expires_at'>,
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      cookie_hash: null,
      user_agent: '',
      created_at: 0,
      proved_at: null,
      ...times,
    })
    .execute();
  return id;
}

/** The keys of a subscribing browser, including the private one. */
export function makeBrowserKeys() {
  const curve = createECDH('prime256v1');
  const p256dh = curve.generateKeys('base64url');
  return { curve, p256dh, auth: randomBytes(16).toString('base64url') };
}

/** Adds a push subscription. Returns its id. */
export async function addSubscription(
  db: Database,
  owner: { userId: string; sessionId: string },
  endpoint = `https://push.example/${randomUUID()}`,
): Promise<string> {
  const { p256dh, auth } = makeBrowserKeys();
  const id = randomUUID();
  const { userId: user_id, sessionId: session_id } = owner;
  await db
    .insertInto('push_subscriptions')
    .values({ id, user_id, session_id, endpoint, p256dh, auth, created_at: 0 })
    .execute();
  return id;
}
