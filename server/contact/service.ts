import { randomUUID } from 'node:crypto';
import type { Accepted, ContactMessage, NewLead } from '#contract/contact.ts';
import { AppError } from '#server/platform/http/app-error.ts';
import { makeRandomSecret } from '#server/platform/keys.ts';
import { type RateLimiter, takeOrThrow } from '#server/platform/limits/rate-limiter.ts';
import type { Clock } from '../platform/clock.ts';
import { composeLeadMail } from './lead-mail.ts';
import { describeMessage } from './mail-texts.ts';
import { askedByAddress, askedByNetwork, messageMailLifeMs, silenceDays } from './policy.ts';
import type { ContactStore, Lead } from './store.ts';

export interface ContactService {
  /** Keeps a message and has it mailed to the support. Throws `rate_limited`. */
  sendMessage(message: ContactMessage, network: string): Promise<Accepted>;
  /** Keeps an address and has its guide, or a request to confirm, mailed. The answer tells nothing of the address. */
  addLead(lead: NewLead, network: string): Promise<Accepted>;
  /** Does what the link of a mail promised. Throws `not_found` for a token that is none. */
  confirm(token: string): Promise<Accepted>;
  unsubscribe(token: string): Promise<Accepted>;
  /** For the export of an account: the messages and requests of its proved address. Instants are ISO 8601. */
  exportOf(userId: string): Promise<unknown>;
}

export interface ContactServiceDeps {
  readonly store: ContactStore;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly supportEmail: string;
  readonly publicUrl: () => string;
  /** Told of each address that was left and kept. */
  readonly onLead: (lead: Pick<NewLead, 'magnet' | 'variant'>) => void;
}

export function createContactService(deps: ContactServiceDeps): ContactService {
  const { store, limiter, clock, supportEmail, publicUrl, onLead } = deps;

  async function takeTry(what: string, email: string, network: string): Promise<void> {
    await takeOrThrow(limiter, [
      { subject: `${what} of ${email}`, windows: askedByAddress },
      { subject: `${what} from ${network}`, windows: askedByNetwork },
    ]);
  }

  return {
    async sendMessage(message, network) {
      await takeTry('contact', message.email, network);
      await store.addMessage(
        { ...message, id: randomUUID(), atMs: clock.now() },
        {
          to: supportEmail,
          replyTo: message.email,
          ...describeMessage(message),
          userId: null,
          usefulMs: messageMailLifeMs,
        },
      );
      return { message: 'Your message was received.' };
    },

    async addLead(lead, network) {
      await takeTry('lead', lead.email, network);
      const atMs = clock.now();
      await store.addLead({ ...lead, id: randomUUID(), token: makeRandomSecret(), atMs }, (kept, stoppedAt) =>
        composeLeadMail(kept, { stoppedAt, now: atMs, publicUrl: publicUrl() }),
      );
      onLead(lead);
      return { message: 'Check your email.' };
    },

    async confirm(token) {
      const lead = found(await store.confirm(token, clock.now()));
      return {
        message:
          lead.magnet === 'newsletter'
            ? 'You are subscribed to the newsletter.'
            : 'You can have guides sent to this address again.',
      };
    },

    async unsubscribe(token) {
      found(await store.unsubscribe(token, clock.now()));
      return {
        message: `You are unsubscribed. No newsletter goes to this address any more, and no guide for ${silenceDays} days, whoever asks.`,
      };
    },

    async exportOf(userId) {
      const { messages, leads } = await store.listOfAccount(userId);
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
    },
  };
}

const toText = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function found(lead: Lead | undefined): Lead {
  if (!lead) throw new AppError('not_found', 'This link is not valid any more.');
  return lead;
}
