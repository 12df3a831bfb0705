import type { SecurityContact } from '#contract/site.ts';
import type { Instant } from '#contract/units.ts';

export const securityTextPath = '/.well-known/security.txt';

const day = 24 * 60 * 60_000;
/** RFC 9116 recommends less than a year. The date moves on while the server runs, because the contact stays valid. */
const validMs = 180 * day;

/** The operator's choice (null: no security.txt), or by default the support address. */
export function chooseSecurityContact(
  chosen: SecurityContact | null | undefined,
  supportEmail: string,
): SecurityContact | null {
  return chosen === undefined ? { contacts: [supportEmail], languages: ['en'] } : chosen;
}

/** Composes a security.txt as in RFC 9116. `publicUrl`: an origin without a trailing slash. */
export function composeSecurityText(
  { contacts, languages, policy }: SecurityContact,
  publicUrl: string,
  now: Instant,
): string {
  // Rounded to days, so that it can be cached.
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
