import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { InboxMail } from '#contract/accounts/accounts.ts';
import type { Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createSkipLocked } from '../database/skip-locked.ts';
import type { MailTable, Tables } from '../database/tables.ts';

/** A plain-text mail as the domains write it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The reply address, if not the sender. */
  readonly replyTo?: string;
  /** Unsubscribes by a POST (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The account it is about. Deleting that deletes the mail; null: no account. */
  readonly userId: string | null;
  /** Milliseconds after which it is no longer worth sending. */
  readonly lifeMs: Milliseconds;
}

export type QueuedMail = Pick<
  MailTable,
  'id' | 'recipient' | 'reply_to' | 'unsubscribe_url' | 'subject' | 'body'
> & {
  readonly tries: number;
};

/** Mails as rows: written in the transaction they report on, sent later by any process. */
export interface Outbox {
  /** Queues a mail in a transaction: it is sent only if that commits. */
  add(tx: Transaction<Tables>, mail: Mail): Promise<void>;
  /**
   * Returns up to `count` due mails, none with a `lifeMs` above `maxLifeMs`, and reserves them for `claimMs`; then they are
   * due again. The shortest-lived come first, so that a code does not queue behind a thousand alerts; then the longest due.
   */
  claimDue(count: number, claimMs: Milliseconds, maxLifeMs?: Milliseconds): Promise<QueuedMail[]>;
  /** Makes it due again after `delayMs`. */
  postpone(id: string, delayMs: Milliseconds): Promise<void>;
  remove(id: string): Promise<void>;
  /** Deletes the queued mails to an address that it could unsubscribe from. */
  withdraw(tx: Transaction<Tables>, recipient: string): Promise<void>;
  /** The number of mails still to be sent. */
  countWaiting(): Promise<number>;
  /** Deletes mails that expired more than `graceMs` ago. */
  removeExpired(graceMs: Milliseconds): Promise<void>;
  /** The newest mails, newest first. */
  listNewest(count: number): Promise<InboxMail[]>;
}

/** Exactly the expression that is indexed. */
const storedLifeMs = sql<number>`(due.expires_at - due.created_at)`;

export function createOutbox(db: Database, clock: Clock): Outbox {
  const skipLocked = createSkipLocked(db);
  return {
    async add(tx, { to, subject, text, replyTo, unsubscribeUrl, userId, lifeMs }) {
      const now = clock.now();
      await tx
        .insertInto('mails')
        .values({
          id: randomUUID(),
          user_id: userId,
          recipient: to,
          reply_to: replyTo ?? null,
          unsubscribe_url: unsubscribeUrl ?? null,
          subject,
          body: text,
          created_at: now,
          expires_at: now + lifeMs,
          due_at: now,
        })
        .execute();
    },

    claimDue(count, claimMs, maxLifeMs) {
      const now = clock.now();
      return (
        db
          .updateTable('mails')
          .set((row) => ({ due_at: now + claimMs, tries: row('tries', '+', 1) }))
          .where('id', 'in', (query) =>
            query
              .selectFrom('mails as due')
              .select('due.id')
              .where('due.due_at', '<=', now)
              .where('due.expires_at', '>', now)
              .$if(maxLifeMs !== undefined, (short) => short.where(storedLifeMs, '<=', maxLifeMs!))
              .orderBy(storedLifeMs)
              .orderBy('due.due_at')
              .limit(count)
              .$call(skipLocked),
          )
          // Checked again on the rows themselves: another process may have claimed them meanwhile.
          .where('due_at', '<=', now)
          .returning(['id', 'recipient', 'reply_to', 'unsubscribe_url', 'subject', 'body', 'tries'])
          .execute()
      );
    },

    async postpone(id, delayMs) {
      await db
        .updateTable('mails')
        .set({ due_at: clock.now() + delayMs })
        .where('id', '=', id)
        .execute();
    },

    async remove(id) {
      await db.deleteFrom('mails').where('id', '=', id).execute();
    },

    async withdraw(tx, recipient) {
      await tx
        .deleteFrom('mails')
        .where('recipient', '=', recipient)
        .where('unsubscribe_url', 'is not', null)
        .execute();
    },

    async countWaiting() {
      const { count } = await db
        .selectFrom('mails')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('expires_at', '>', clock.now())
        .executeTakeFirstOrThrow();
      return count;
    },

    async removeExpired(graceMs) {
      await db
        .deleteFrom('mails')
        .where('expires_at', '<=', clock.now() - graceMs)
        .execute();
    },

    async listNewest(count) {
      const rows = await db
        .selectFrom('mails')
        .select(['id', 'recipient', 'subject', 'body', 'created_at'])
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(count)
        .execute();
      return rows.map(({ id, recipient, subject, body, created_at }) => ({
        id,
        to: recipient,
        subject,
        text: body,
        createdAt: new Date(created_at).toISOString(),
      }));
    },
  };
}
