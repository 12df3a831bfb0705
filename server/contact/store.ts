import type { Selectable, Transaction } from 'kysely';
import type { ContactMessage, NewLead } from '#contract/contact.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ContactMessageTable, LeadTable } from '#server/platform/database/tables/contact-tables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Mail, Outbox } from '#server/platform/jobs/outbox.ts';

export type Lead = Omit<Selectable<LeadTable>, 'revision'>;

export interface LeftBehind {
  readonly messages: Pick<Selectable<ContactMessageTable>, 'name' | 'subject' | 'message' | 'created_at'>[];
  readonly leads: Omit<Lead, 'id' | 'email' | 'token'>[];
}

export interface ContactStore {
  /** Keeps a message and queues its mail: both or neither. */
  addMessage(message: ContactMessage & { id: string; atMs: number }, mail: Mail): Promise<void>;
  /**
   * Keeps an address, once for each magnet, and queues the mail that `compose` gives, if any. `stoppedAt` is when the
   * address was unsubscribed last, from anything.
   */
  addLead(
    lead: NewLead & { id: string; token: string; atMs: number },
    compose: (lead: Lead, stoppedAt: number | null) => Mail | undefined,
  ): Promise<void>;
  /** Confirms what the token is for, and ends the silence of its address. Undefined: no such token. */
  confirm(token: string, atMs: number): Promise<Lead | undefined>;
  /** Unsubscribes the address of the token from everything, mails on their way included. Undefined: no such token. */
  unsubscribe(token: string, atMs: number): Promise<Lead | undefined>;
  /** What was left with the proved address of an account, the oldest first. */
  listOfAccount(userId: string): Promise<LeftBehind>;
  /** The addresses that confirmed the newsletter, the oldest first. */
  listSubscribers(): Promise<Lead[]>;
  /** Forgets messages, and addresses without a confirmed newsletter, that nothing was heard of since `beforeMs`. */
  removeOld(beforeMs: number): Promise<void>;
}

export function createContactStore(db: Database, outbox: Pick<Outbox, 'add' | 'withdraw'>): ContactStore {
  return {
    async addMessage({ atMs, ...message }, mail) {
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('contact_messages')
          .values({ ...message, created_at: atMs })
          .execute();
        await outbox.add(tx, mail);
      });
    },

    async addLead(lead, compose) {
      await db.transaction().execute(async (tx) => {
        const kept = await lockLead(tx, lead);
        const mail = compose(kept, await findStop(tx, lead.email));
        if (!mail) return;
        await tx.updateTable('leads').set({ mailed_at: lead.atMs }).where('id', '=', kept.id).execute();
        await outbox.add(tx, mail);
      });
    },

    async confirm(token, atMs) {
      return db.transaction().execute(async (tx) => {
        const email = await lockAddress(tx, token);
        if (email === undefined) return undefined;
        await tx.updateTable('leads').set({ unsubscribed_at: null }).where('email', '=', email).execute();
        return tx
          .updateTable('leads')
          .set((row) => ({ confirmed_at: row.fn.coalesce('confirmed_at', row.val(atMs)) }))
          .where('token', '=', token)
          .returningAll()
          .executeTakeFirst();
      });
    },

    async unsubscribe(token, atMs) {
      return db.transaction().execute(async (tx) => {
        const email = await lockAddress(tx, token);
        if (email === undefined) return undefined;
        await outbox.withdraw(tx, email);
        const leads = await tx
          .updateTable('leads')
          .set({ unsubscribed_at: atMs, confirmed_at: null })
          .where('email', '=', email)
          .returningAll()
          .execute();
        return leads.find((lead) => lead.token === token);
      });
    },

    async listOfAccount(userId) {
      const provedEmail = db.selectFrom('users').select('proved_email').where('id', '=', userId);
      const messages = await db
        .selectFrom('contact_messages')
        .select(['name', 'subject', 'message', 'created_at'])
        .where('email', 'in', provedEmail)
        .orderBy('created_at')
        .execute();
      const leads = await db
        .selectFrom('leads')
        .select(['magnet', 'variant', 'created_at', 'mailed_at', 'confirmed_at', 'unsubscribed_at'])
        .where('email', 'in', provedEmail)
        .orderBy('created_at')
        .orderBy('magnet')
        .execute();
      return { messages, leads };
    },

    listSubscribers: () =>
      db
        .selectFrom('leads')
        .selectAll()
        .where('magnet', '=', 'newsletter')
        .where('confirmed_at', 'is not', null)
        .orderBy('confirmed_at')
        .orderBy('id')
        .execute(),

    async removeOld(beforeMs) {
      await db.deleteFrom('contact_messages').where('created_at', '<', beforeMs).execute();
      await db
        .deleteFrom('leads')
        .where((row) => row.or([row('confirmed_at', 'is', null), row('magnet', '!=', 'newsletter')]))
        .where('created_at', '<', beforeMs)
        .where((row) => row.or([row('mailed_at', 'is', null), row('mailed_at', '<', beforeMs)]))
        .where((row) => row.or([row('unsubscribed_at', 'is', null), row('unsubscribed_at', '<', beforeMs)]))
        .execute();
    },
  };
}

/** The row of an address and a magnet, which nobody else gets until the transaction ends. */
function lockLead(
  tx: Transaction<Tables>,
  { atMs, ...lead }: NewLead & { id: string; token: string; atMs: number },
): Promise<Lead> {
  return tx
    .insertInto('leads')
    .values({ ...lead, created_at: atMs })
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'magnet'])
        .doUpdateSet((row) => ({ revision: row('leads.revision', '+', 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The address that a token is for, whose rows nobody else gets until the transaction ends: one by one, in one order. */
async function lockAddress(tx: Transaction<Tables>, token: string): Promise<string | undefined> {
  const rows = await tx
    .selectFrom('leads')
    .select(['id', 'email'])
    .where('email', 'in', (query) =>
      query.selectFrom('leads as named').select('named.email').where('named.token', '=', token),
    )
    .orderBy('id')
    .execute();
  for (const { id } of rows) {
    await tx
      .updateTable('leads')
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .where('id', '=', id)
      .execute();
  }
  return rows[0]?.email;
}

async function findStop(tx: Transaction<Tables>, email: string): Promise<number | null> {
  const row = await tx
    .selectFrom('leads')
    .select((query) => query.fn.max('unsubscribed_at').as('at'))
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.at ?? null;
}
