import type { SecurityContact } from '#contract/site.ts';
import type { Instant } from '#contract/units.ts';

export const securityTextPath = '/.well-known/security.txt';

const day = 24 * 60 * 60_000;
/** RFC 9116 wants less than a year. It moves on while the server runs, because the contact stays valid. */
const validMs = 180 * day;

/** The operator's choice (null: none), or without one the support address. */
export function chooseSecurityContact(
  chosen: SecurityContact | null | undefined,
  supportEmail: string,
): SecurityContact | null {
  return chosen === undefined ? { contacts: [supportEmail], languages: ['en'] } : chosen;
}

/** Where to report a vulnerability, as RFC 9116 writes it. `publicUrl`: an origin without a trailing slash. */
export function composeSecurityText(
  { contacts, languages, policy }: SecurityContact,
  publicUrl: string,
  now: Instant,
): string {
  // Whole days, so that it can be cached.
  const expires = new Date(Math.floor(now / day) * day + validMs).toISOString();
  const lines = [
    ...contacts.map((contact) => `Contact: ${toUri(contact)}`),
    `Expires: ${expires}`,
    `Preferred-Languages: ${languages.join(', ')}`,
    `Canonical: ${publicUrl}${securityTextPath}`,
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
  ];
  return `${lines.join('\n')}\n`;
}

const toUri = (contact: string) => (contact.startsWith('https:') ? contact : `mailto:${contact}`);
