import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { InboxMail } from '#contract/accounts/inbox.ts';
import type { Instant, Milliseconds } from '#contract/units.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { createSkipLocked } from '../database/skip-locked.ts';
import type { MailTable, Tables } from '../database/tables.ts';
import type { WakeUps } from './wake-ups.ts';

/** A plain-text e-mail as written by the domains. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The reply address, if it differs from the sender. */
  readonly replyTo?: string;
  /** Accepts a POST to unsubscribe (RFC 8058). */
  readonly unsubscribeUrl?: string;
  /** The account it is about; deleting the account deletes the e-mail. Null if there is none. */
  readonly userId: string | null;
  /** After this the e-mail is no longer worth sending. */
  readonly lifeMs: Milliseconds;
  /** How long the e-mail is held back, so that it can still be changed. */
  readonly delayMs?: Milliseconds;
}

export interface ClaimOptions {
  /** Only e-mails with at most this lifetime. */
  readonly maxLifeMs?: Milliseconds;
  /** Accounts to skip. */
  readonly except?: readonly string[];
}

export type QueuedMail = Pick<
  MailTable,
  'id' | 'account' | 'recipient' | 'reply_to' | 'unsubscribe_url' | 'subject' | 'body'
> & {
  readonly tries: number;
};

/** E-mails as rows: written in the transaction they report on, sent later by any process. */
export interface Outbox {
  /** Queues an e-mail in a transaction, and so only if that commits. Returns its id. */
  add(tx: Transaction<Tables>, mail: Mail): Promise<string>;
  /** Changes an e-mail that is still held back. False if it is no longer waiting. */
  update(tx: Transaction<Tables>, id: string, text: Pick<Mail, 'subject' | 'text'>): Promise<boolean>;
  /** Removes the given e-mails, except those whose sending has begun. Returns the removed ids. */
  recall(tx: Transaction<Tables>, ids: readonly string[]): Promise<string[]>;
  /**
   * Claims up to `count` due e-mails, at most one per account, for `claimMs`; then they are due again. Accounts take
   * turns; within an account, e-mails that expire soon come first. `maxLifeMs` restricts the claim to such e-mails,
   * across all accounts.
   */
  claimDue(count: number, claimMs: Milliseconds, options?: ClaimOptions): Promise<QueuedMail[]>;
  /** Makes it due again after `delayMs`. */
  postpone(id: string, delayMs: Milliseconds): Promise<void>;
  remove(id: string): Promise<void>;
  /** Deletes queued e-mails that their recipient could unsubscribe from. */
  withdraw(tx: Transaction<Tables>, recipient: string): Promise<void>;
  /** The number of e-mails still to be sent. */
  countWaiting(): Promise<number>;
  /** Deletes e-mails that expired more than `graceMs` ago. */
  removeExpired(graceMs: Milliseconds): Promise<void>;
  /** The newest e-mails, newest first. */
  listNewest(count: number): Promise<InboxMail[]>;
}

/** Must match the indexed expression exactly. */
const storedLifeMs = sql<number>`(due.expires_at - due.created_at)`;

/** E-mails that expire this soon, such as codes, are claimed before all others. */
export const urgentMs: Milliseconds = 60 * 60_000;

export function createOutbox(db: Database, clock: Clock, wakeUps?: WakeUps): Outbox {
  const skipLocked = createSkipLocked(db);
  /** The account served last. */
  let last = '';

  /**
   * The next account in turn: the first after `after` with a due e-mail. One index step, however many e-mails an
   * account has.
   */
  async function findNext(
    now: Instant,
    after: string,
    { maxLifeMs, except = [] }: ClaimOptions,
  ): Promise<string | undefined> {
    const row = await db
      .selectFrom('mails as due')
      .select('due.account')
      .where('due.account', '>', after)
      .where('due.due_at', '<=', now)
      .where('due.expires_at', '>', now)
      .$if(maxLifeMs !== undefined, (short) => short.where(storedLifeMs, '<=', maxLifeMs!))
      .$if(except.length > 0, (query) => query.where('due.account', 'not in', except))
      .orderBy('due.account')
      .limit(1)
      .executeTakeFirst();
    return row?.account;
  }

  function claimOne(
    account: string,
    { now, claimMs, maxLifeMs }: { now: Instant; claimMs: Milliseconds; maxLifeMs: Milliseconds | undefined },
  ): Promise<QueuedMail | undefined> {
    return (
      db
        .updateTable('mails')
        .set((row) => ({ due_at: now + claimMs, tries: row('tries', '+', 1) }))
        .where('id', 'in', (query) =>
          query
            .selectFrom('mails as due')
            .select('due.id')
            .where('due.account', '=', account)
            .where('due.due_at', '<=', now)
            .where('due.expires_at', '>', now)
            .$if(maxLifeMs !== undefined, (short) => short.where(storedLifeMs, '<=', maxLifeMs!))
            .orderBy(storedLifeMs)
            .orderBy('due.due_at')
            .limit(1)
            .$call(skipLocked),
        )
        // Checked again on the row: another process may have claimed it since.
        .where('due_at', '<=', now)
        .returning(['id', 'account', 'recipient', 'reply_to', 'unsubscribe_url', 'subject', 'body', 'tries'])
        .executeTakeFirst()
    );
  }

  return {
    async add(tx, { to, subject, text, replyTo, unsubscribeUrl, userId, lifeMs, delayMs = 0 }) {
      const now = clock.now();
      const id = randomUUID();
      await tx
        .insertInto('mails')
        .values({
          id,
          user_id: userId,
          account: userId ?? to,
          recipient: to,
          reply_to: replyTo ?? null,
          unsubscribe_url: unsubscribeUrl ?? null,
          subject,
          body: text,
          created_at: now,
          expires_at: now + lifeMs,
          due_at: now + delayMs,
        })
        .execute();
      await wakeUps?.send(tx, 'mails');
      return id;
    },

    async update(tx, id, { subject, text }) {
      const { numUpdatedRows } = await tx
        .updateTable('mails')
        .set({ subject, body: text })
        .where('id', '=', id)
        .where('tries', '=', 0)
        .where('due_at', '>', clock.now())
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async recall(tx, ids) {
      if (ids.length === 0) return [];
      const removed = await tx
        .deleteFrom('mails')
        .where('id', 'in', ids)
        .where('tries', '=', 0)
        .returning('id')
        .execute();
      return removed.map(({ id }) => id);
    },

    async claimDue(count, claimMs, options = {}) {
      const now = clock.now();
      const claimed: QueuedMail[] = [];
      const served = new Set<string>();
      let hasWrapped = false;
      while (claimed.length < count) {
        const account = await findNext(now, last, options);
        if (account === undefined || served.has(account)) {
          if (hasWrapped || account !== undefined) break;
          [last, hasWrapped] = ['', true];
          continue;
        }
        served.add(account);
        const mail = await claimOne(account, { now, claimMs, maxLifeMs: options.maxLifeMs });
        if (mail) claimed.push(mail);
        last = account;
      }
      return claimed;
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
