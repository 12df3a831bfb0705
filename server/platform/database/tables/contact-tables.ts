import type { Generated } from 'kysely';
import type { LeadVariant, Magnet } from '#contract/contact.ts';
import type { Tier } from '#contract/plans.ts';

/** A message from the contact form. */
export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  /** The plan of a signed-in sender when the message was sent; null if nobody was signed in. */
  sender_tier: Tier | null;
  created_at: number;
}

/** A request for a guide or the newsletter. */
export interface LeadTable {
  id: string;
  /** In lower case. */
  email: string;
  magnet: Magnet;
  /** The form it was first submitted with. */
  variant: LeadVariant;
  /** Used in links in its e-mails. It only lets its holder confirm and unsubscribe this address. */
  token: string;
  created_at: number;
  /** When an e-mail was last queued. */
  mailed_at: number | null;
  confirmed_at: number | null;
  unsubscribed_at: number | null;
  /** Incremented first by every transaction that needs exclusive use of the row. */
  revision: Generated<number>;
}
