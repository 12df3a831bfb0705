import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { InboxMail } from '#contract/accounts/accounts.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createSkipLocked } from '../database/skip-locked.ts';
import type { MailTable, Tables } from '../database/tables.ts';

/** A mail as the domains write it: plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Where an answer goes, if not to the sender. */
  readonly replyTo?: string;
  /** Where a mail program can end what the recipient gets, by a POST (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The account it is about, with which it goes; null: none. */
  readonly userId: string | null;
  /** After how many milliseconds it is of no more use. */
  readonly usefulMs: number;
}

export type QueuedMail = Pick<
  MailTable,
  'id' | 'recipient' | 'reply_to' | 'unsubscribe_url' | 'subject' | 'body'
> & {
  readonly tries: number;
};

/** Mails are rows: written with what they tell of, sent afterwards, by whichever process comes first. */
export interface Outbox {
  /** Queues a mail, in a transaction: it is sent only where that is committed. */
  add(tx: Transaction<Tables>, mail: Mail): Promise<void>;
  /**
   * At most `count` mails that are due: first those that are of use for the shortest time, so that a code is not behind a
   * thousand alerts, then those due longest; none that is of use for more than `maxUsefulMs`. Nobody else gets them for
   * `claimMs`, after which they are due again.
   */
  claimDue(count: number, claimMs: number, maxUsefulMs?: number): Promise<QueuedMail[]>;
  /** Tries it again after `delayMs`. */
  postpone(id: string, delayMs: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** Takes back what waits to go to an address and could be unsubscribed from. */
  withdraw(tx: Transaction<Tables>, recipient: string): Promise<void>;
  /** How many are to be sent still. */
  countWaiting(): Promise<number>;
  /** Removes what has been of no use for `graceMs`. */
  removeExpired(graceMs: number): Promise<void>;
  /** The newest mails, newest first. */
  listNewest(count: number): Promise<InboxMail[]>;
}

/** As the index has it. */
const usefulMs = sql<number>`(due.expires_at - due.created_at)`;

export function createOutbox(db: Database, clock: Clock): Outbox {
  const skipLocked = createSkipLocked(db);
  return {
    async add(tx, { to, subject, text, replyTo, unsubscribeUrl, userId, usefulMs }) {
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
          expires_at: now + usefulMs,
          due_at: now,
        })
        .execute();
    },

    claimDue(count, claimMs, maxUsefulMs) {
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
              .$if(maxUsefulMs !== undefined, (short) => short.where(usefulMs, '<=', maxUsefulMs!))
              .orderBy(usefulMs)
              .orderBy('due.due_at')
              .limit(count)
              .$call(skipLocked),
          )
          // Once more for the rows themselves: another process may have claimed them meanwhile.
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
