import type { Generated } from 'kysely';
import type { LeadVariant, Magnet } from '#contract/contact.ts';

/** What somebody wrote to the people behind the site. */
export interface ContactMessageTable {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: number;
}

/** An address that was left for a guide or the newsletter. */
export interface LeadTable {
  id: string;
  /** In lower case. */
  email: string;
  magnet: Magnet;
  /** Where it was left first. */
  variant: LeadVariant;
  /** What the links of its mails carry: who has it can confirm and end what the address gets, and nothing else. */
  token: string;
  created_at: number;
  /** When a mail was queued last. */
  mailed_at: number | null;
  confirmed_at: number | null;
  unsubscribed_at: number | null;
  /** Changed first by a transaction that must be alone with the row. */
  revision: Generated<number>;
}
