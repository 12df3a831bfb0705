import type { Selectable } from 'kysely';
import type { Instant } from '#contract/units.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { createSkipLocked } from '#server/platform/database/skip-locked.ts';
import type { SessionTable, UserTable } from '#server/platform/database/tables/account-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** A session with its user. */
export type KnownSession = Pick<
  SessionTable,
  'user_id' | 'cookie_hash' | 'last_seen_at' | 'expires_at' | 'proved_at'
> &
  Pick<Selectable<UserTable>, 'email' | 'tier' | 'proved_email' | 'locked_at'>;

export type ListedSession = Pick<SessionTable, 'id' | 'created_at' | 'last_seen_at' | 'user_agent'>;

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  /** Null if the client has no cookies. */
  readonly cookieHash: string | null;
  readonly userAgent: string;
  readonly expiresAt: Instant;
  /** Whether signing in proved ownership of the mailbox or a passkey. */
  readonly isProof: boolean;
}

/** Databases limit a query's parameters. */
const maxIdsPerQuery = 500;

/** Sessions that have not been ended; ending one removes it. */
export interface SessionStore {
  find(id: string): Promise<KnownSession | undefined>;
  /** Records that the session and its account are in use now. */
  touch(id: string, userId: string): Promise<void>;
  /** The user's sessions that have not expired and were used since `idleSince`, newest first. */
  list(userId: string, idleSince: Instant): Promise<ListedSession[]>;
  /** The subset of `ids` that have not expired and were used since `idleSince`. */
  listLive(ids: readonly string[], idleSince: Instant): Promise<string[]>;
  /** Returns false if the user has no such session. */
  remove(userId: string, id: string): Promise<boolean>;
  removeExpired(idleSince: Instant): Promise<void>;

  add(tx: Tx, session: NewSession): Promise<void>;
  /** Whether the session has not been ended. */
  isOpen(tx: Tx, id: string): Promise<boolean>;
  /** Records that the user has just proved ownership of the account. Returns false if the session has ended. */
  renewProof(tx: Tx, id: string): Promise<boolean>;
  end(tx: Tx, id: string): Promise<void>;
  endOthers(tx: Tx, userId: string, keptId: string): Promise<void>;
  endAll(tx: Tx, userId: string): Promise<void>;
}

export function createSessionStore(db: Database, clock: Clock): SessionStore {
  const skipLocked = createSkipLocked(db);
  return {
    find: (id) =>
      db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select([
          'sessions.user_id',
          'sessions.cookie_hash',
          'sessions.last_seen_at',
          'sessions.expires_at',
          'sessions.proved_at',
          'users.email',
          'users.tier',
          'users.proved_email',
          'users.locked_at',
        ])
        .where('sessions.id', '=', id)
        .executeTakeFirst(),

    async touch(id, userId) {
      const now = clock.now();
      await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
      // While the account has a long transaction of its own, its use is recorded a minute later.
      await db
        .updateTable('users')
        .set({ last_used_at: now })
        .where('id', 'in', (query) =>
          skipLocked(query.selectFrom('users as free').select('free.id').where('free.id', '=', userId)),
        )
        .execute();
    },

    list: (userId, idleSince) =>
      db
        .selectFrom('sessions')
        .select(['id', 'created_at', 'last_seen_at', 'user_agent'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock.now())
        .where('last_seen_at', '>', idleSince)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),

    async listLive(ids, idleSince) {
      const live: string[] = [];
      for (let first = 0; first < ids.length; first += maxIdsPerQuery) {
        const rows = await db
          .selectFrom('sessions')
          .select('id')
          .where('id', 'in', ids.slice(first, first + maxIdsPerQuery))
          .where('expires_at', '>', clock.now())
          .where('last_seen_at', '>', idleSince)
          .execute();
        for (const { id } of rows) live.push(id);
      }
      return live;
    },

    async remove(userId, id) {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async removeExpired(idleSince) {
      await db
        .deleteFrom('sessions')
        .where('id', 'in', (query) =>
          skipLocked(
            query
              .selectFrom('sessions as old')
              .select('old.id')
              .where((row) =>
                row.or([row('old.expires_at', '<=', clock.now()), row('old.last_seen_at', '<=', idleSince)]),
              ),
          ),
        )
        .execute();
    },

    add: (tx, session) => add(tx, session, clock.now()),

    async isOpen(tx, id) {
      const found = tx.selectFrom('sessions').select('id').where('id', '=', id);
      return (await found.executeTakeFirst()) !== undefined;
    },

    async renewProof(tx, id) {
      const { numUpdatedRows } = await tx
        .updateTable('sessions')
        .set({ proved_at: clock.now() })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async end(tx, id) {
      await tx.deleteFrom('sessions').where('id', '=', id).execute();
    },

    async endOthers(tx, userId, keptId) {
      await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', keptId).execute();
    },

    async endAll(tx, userId) {
      await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
  };
}

async function add(tx: Tx, session: NewSession, now: Instant): Promise<void> {
  const { id, userId, cookieHash, userAgent, expiresAt, isProof } = session;
  await tx
    .insertInto('sessions')
    .values({
      id,
      user_id: userId,
      cookie_hash: cookieHash,
      user_agent: userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      proved_at: isProof ? now : null,
    })
    .execute();
}
