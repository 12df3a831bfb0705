import type { Selectable } from 'kysely';
import type { ContactMessage, NewLead } from '#contract/contact.ts';
import type { Tier } from '#contract/plans.ts';
import type { Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { lockText } from '#server/platform/database/lock-text.ts';
import type { ContactMessageTable, LeadTable } from '#server/platform/database/tables/contact-tables.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** An address left for one magnet: a guide or the newsletter. */
export type Lead = Omit<Selectable<LeadTable>, 'revision'>;

type NewMessage = ContactMessage & Pick<ContactMessageTable, 'id' | 'sender_tier'>;

export type StoredMessage = Selectable<ContactMessageTable> & { readonly address_tier: Tier | null };

/** What is known about an address, across all requests for it. An instant is null if that never happened. */
export interface LeadAddress {
  /** When it last unsubscribed, from anything. */
  readonly unsubscribedAt: Instant | null;
  /** When it was last confirmed. */
  readonly confirmedAt: Instant | null;
  /** When an e-mail was last queued. */
  readonly mailedAt: Instant | null;
}

/** All that was left by an account's verified address. */
export interface AccountContact {
  readonly messages: Pick<Selectable<ContactMessageTable>, 'name' | 'subject' | 'message' | 'created_at'>[];
  readonly leads: Omit<Lead, 'id' | 'email' | 'token'>[];
}

/** Messages from the contact page, and leads. */
export interface ContactStore {
  addMessage(tx: Tx, message: NewMessage, at: Instant): Promise<void>;
  /** All messages, newest first, with the tier of the account that has verified their address. */
  listMessages(): Promise<StoredMessage[]>;
  /**
   * Adds an address once per magnet. Locks the address until the transaction ends, because whether it gets an e-mail
   * depends on its other magnets.
   */
  addLead(tx: Tx, lead: NewLead & { id: string; token: string }, at: Instant): Promise<Lead>;
  getAddress(tx: Tx, email: string): Promise<LeadAddress>;
  /** The address's requests that have not been mailed yet. */
  listUnmailed(tx: Tx, email: string): Promise<Lead[]>;
  updateMailedAt(tx: Tx, leadId: string, at: Instant): Promise<void>;
  /** The address of a token. Locks the address and its rows until the transaction ends. */
  lockAddress(tx: Tx, token: string): Promise<string | undefined>;
  /** Confirms the token's lead, and allows e-mails to its address again. */
  confirm(tx: Tx, lead: { email: string; token: string }, at: Instant): Promise<Lead | undefined>;
  /** Unsubscribes an address from everything. Returns the address's leads. */
  unsubscribe(tx: Tx, email: string, at: Instant): Promise<Lead[]>;
  /** Everything left by an account's verified address, oldest first. */
  listOfAccount(userId: string): Promise<AccountContact>;
  /** The addresses with a confirmed newsletter, oldest first. */
  listSubscribers(): Promise<Lead[]>;
  /** Removes messages, and addresses without a confirmed newsletter, that had no activity since `before`. */
  removeOld(before: Instant): Promise<void>;
}

const lockOf = (email: string) => `leads of ${email}`;

export function createContactStore(db: Database): ContactStore {
  return { ...messageQueries, ...leadQueries, ...listQueries(db) };
}

const messageQueries: Pick<ContactStore, 'addMessage'> = {
  async addMessage(tx, message, at) {
    await tx
      .insertInto('contact_messages')
      .values({ ...message, created_at: at })
      .execute();
  },
};

const leadQueries: Pick<
  ContactStore,
  'addLead' | 'getAddress' | 'listUnmailed' | 'updateMailedAt' | 'lockAddress' | 'confirm' | 'unsubscribe'
> = {
  async addLead(tx, lead, at) {
    await lockText(tx, lockOf(lead.email));
    return tx
      .insertInto('leads')
      .values({ ...lead, created_at: at })
      .onConflict((conflict) =>
        conflict
          .columns(['email', 'magnet'])
          .doUpdateSet((row) => ({ revision: row('leads.revision', '+', 1) })),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  },

  async getAddress(tx, email) {
    const row = await tx
      .selectFrom('leads')
      .select(({ fn }) => [
        fn.max('unsubscribed_at').as('unsubscribedAt'),
        fn.max('confirmed_at').as('confirmedAt'),
        fn.max('mailed_at').as('mailedAt'),
      ])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return row;
  },

  listUnmailed: (tx, email) =>
    tx
      .selectFrom('leads')
      .selectAll()
      .where('email', '=', email)
      .where('mailed_at', 'is', null)
      .orderBy('created_at')
      .execute(),

  async updateMailedAt(tx, leadId, at) {
    await tx.updateTable('leads').set({ mailed_at: at }).where('id', '=', leadId).execute();
  },

  async lockAddress(tx, token) {
    const named = await tx.selectFrom('leads').select('email').where('token', '=', token).executeTakeFirst();
    if (!named) return undefined;
    await lockText(tx, lockOf(named.email));
    const rows = await tx
      .selectFrom('leads')
      .select(['id', 'email'])
      .where('email', '=', named.email)
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
  },

  async confirm(tx, { email, token }, at) {
    await tx.updateTable('leads').set({ unsubscribed_at: null }).where('email', '=', email).execute();
    return tx
      .updateTable('leads')
      .set((row) => ({ confirmed_at: row.fn.coalesce('confirmed_at', row.val(at)) }))
      .where('token', '=', token)
      .returningAll()
      .executeTakeFirst();
  },

  unsubscribe: (tx, email, at) =>
    tx
      .updateTable('leads')
      .set({ unsubscribed_at: at, confirmed_at: null })
      .where('email', '=', email)
      .returningAll()
      .execute(),
};

function listQueries(
  db: Database,
): Pick<ContactStore, 'listMessages' | 'listOfAccount' | 'listSubscribers' | 'removeOld'> {
  return {
    listMessages: () =>
      db
        .selectFrom('contact_messages')
        .leftJoin('users', 'users.proved_email', 'contact_messages.email')
        .selectAll('contact_messages')
        .select('users.tier as address_tier')
        .orderBy('contact_messages.created_at', 'desc')
        .orderBy('contact_messages.id')
        .execute(),

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

    async removeOld(before) {
      await db.deleteFrom('contact_messages').where('created_at', '<', before).execute();
      await db
        .deleteFrom('leads')
        .where((row) => row.or([row('confirmed_at', 'is', null), row('magnet', '!=', 'newsletter')]))
        .where('created_at', '<', before)
        .where((row) => row.or([row('mailed_at', 'is', null), row('mailed_at', '<', before)]))
        .where((row) => row.or([row('unsubscribed_at', 'is', null), row('unsubscribed_at', '<', before)]))
        .execute();
    },
  };
}
