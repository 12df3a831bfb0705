import { randomUUID } from 'node:crypto';
import type { Accepted, ContactMessage, NewLead } from '#contract/contact.ts';
import { hasFeature } from '#contract/plans.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type Tx, transact } from '#server/platform/database/transact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import type { RequestUser } from '#server/platform/http/request-user.ts';
import type { Outbox } from '#server/platform/jobs/outbox.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import { type RateLimiter, takeOrThrow } from '#server/platform/limits/rate-limiter.ts';
import { composeLeadMail } from './lead-mail.ts';
import { describeMessage } from './mail-texts.ts';
import { messageMailLifeMs, requestsByAddress, requestsByNetwork, silenceDays } from './policy.ts';
import type { AccountContact, ContactStore, Lead } from './store.ts';

/** Messages to support, and requests for guides and the newsletter. */
export interface ContactService {
  /** Stores a message and e-mails it to support; `sender` is the signed-in user. Throws `rate_limited`. */
  sendMessage(message: ContactMessage, network: string, sender?: Sender): Promise<Accepted>;
  /**
   * Stores an address and e-mails it the guide, or a request to confirm. The response reveals nothing about the address.
   */
  addLead(lead: NewLead, network: string): Promise<Accepted>;
  /** Handles the confirmation link in an e-mail. Throws `not_found` for an unknown token. */
  confirm(token: string): Promise<Accepted>;
  /** Unsubscribes the token's address from everything, including queued e-mails. Throws `not_found`. */
  unsubscribe(token: string): Promise<Accepted>;
  /** Messages and requests from an account's verified address, for its export. Instants are ISO 8601. */
  exportAccount(userId: string): Promise<unknown>;
}

/** A signed-in sender. */
export type Sender = Pick<RequestUser, 'email' | 'tier' | 'verified'>;

export interface ContactServiceDeps {
  readonly database: Database;
  readonly store: ContactStore;
  readonly outbox: Pick<Outbox, 'add' | 'withdraw'>;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly supportEmail: string;
  readonly siteName: string;
  readonly publicUrl: () => string;
  /** Called with each stored address. */
  readonly onLead: (lead: Pick<NewLead, 'magnet' | 'variant'>) => void;
}

export function createContactService(deps: ContactServiceDeps): ContactService {
  const { database, store, clock, onLead } = deps;
  return {
    async sendMessage(message, network, sender) {
      await countAttempt(deps.limiter, { what: 'contact', email: message.email, network });
      await storeMessage(deps, message, sender);
      return { message: 'Your message was received.' };
    },

    async addLead(lead, network) {
      await countAttempt(deps.limiter, { what: 'lead', email: lead.email, network });
      await storeLead(deps, lead);
      onLead(lead);
      return { message: 'Check your email.' };
    },

    async confirm(token) {
      requireTokenForm(token);
      const confirmed = await transact(database, async (tx) => {
        const email = await store.lockAddress(tx, token);
        if (email === undefined) return undefined;
        const lead = await store.confirm(tx, { email, token }, clock.now());
        for (const waiting of await store.listUnmailed(tx, email)) await mailLead(deps, tx, waiting);
        return lead;
      });
      const { magnet } = requireLead(confirmed);
      return {
        message:
          magnet === 'newsletter'
            ? 'You are subscribed to the newsletter.'
            : 'Your address is confirmed. We can now send guides to it.',
      };
    },

    async unsubscribe(token) {
      requireTokenForm(token);
      const email = await transact(database, async (tx) => {
        const address = await store.lockAddress(tx, token);
        if (address === undefined) return undefined;
        await deps.outbox.withdraw(tx, address);
        await store.unsubscribe(tx, address, clock.now());
        return address;
      });
      if (email === undefined) throw invalidLink();
      return {
        message: `You are unsubscribed. We will send no newsletter to this address any more, and no guide for ${silenceDays} days, even if somebody asks for one.`,
      };
    },

    exportAccount: async (userId) => toExport(await store.listOfAccount(userId)),
  };
}

/** Throws `rate_limited`. */
async function countAttempt(
  limiter: RateLimiter,
  { what, email, network }: { what: string; email: string; network: string },
): Promise<void> {
  await takeOrThrow(limiter, [
    { subject: `${what} of ${email}`, windows: requestsByAddress },
    { subject: `${what} from ${network}`, windows: requestsByNetwork },
  ]);
}

function storeMessage(
  { database, store, outbox, clock, supportEmail }: ContactServiceDeps,
  message: ContactMessage,
  sender: Sender | undefined,
): Promise<void> {
  return transact(database, async (tx) => {
    await store.addMessage(
      tx,
      { ...message, id: randomUUID(), sender_tier: sender?.tier ?? null },
      clock.now(),
    );
    await outbox.add(tx, {
      to: supportEmail,
      replyTo: message.email,
      ...describeMessage(message, {
        hasPriority: sender !== undefined && hasFeature(sender.tier, 'prioritySupport'),
        isAddressVerified: sender?.verified === true && sender.email === message.email,
      }),
      userId: null,
      lifeMs: messageMailLifeMs,
    });
  });
}

function storeLead(deps: ContactServiceDeps, newLead: NewLead): Promise<void> {
  const { database, store, clock } = deps;
  return transact(database, async (tx) => {
    const added = { ...newLead, id: randomUUID(), token: makeRandomSecret() };
    await mailLead(deps, tx, await store.addLead(tx, added, clock.now()));
  });
}

async function mailLead(
  { store, outbox, clock, siteName, publicUrl }: ContactServiceDeps,
  tx: Tx,
  lead: Lead,
): Promise<void> {
  const now = clock.now();
  const address = await store.getAddress(tx, lead.email);
  const mail = composeLeadMail(lead, { address, now, siteName, publicUrl: publicUrl() });
  if (!mail) return;
  await store.updateMailedAt(tx, lead.id, now);
  await outbox.add(tx, mail);
}

function toExport({ messages, leads }: AccountContact) {
  return {
    messages: messages.map(({ created_at, ...message }) => ({ ...message, sentAt: toText(created_at) })),
    requests: leads.map(({ magnet, variant, ...at }) => ({
      magnet,
      variant,
      askedAt: toText(at.created_at),
      mailedAt: toText(at.mailed_at),
      confirmedAt: toText(at.confirmed_at),
      unsubscribedAt: toText(at.unsubscribed_at),
    })),
  };
}

const toText = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const invalidLink = () => new AppError('not_found', 'This link is no longer valid.');

/** PostgreSQL takes no text with a zero byte. */
function requireTokenForm(token: string): void {
  if (!/^[\w-]+$/.test(token)) throw invalidLink();
}

function requireLead(lead: Lead | undefined): Lead {
  if (!lead) throw invalidLink();
  return lead;
}
