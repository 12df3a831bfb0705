import { z } from 'zod';

/*
 * The operator's texts and settings from `SITE_FILE`. A missing entry keeps its default; a given entry replaces it as a
 * whole, so parts omitted from it aren't shown. Error messages complete "expected social.chat to be …".
 */

/** One line of text. */
function line(max: number, min: 0 | 1 = 1) {
  const error = `one line of ${min} to ${max} characters`;
  return z
    .string({ error })
    .trim()
    .min(min, { error })
    .max(max, { error })
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, { error });
}

function list<T extends z.ZodType>(entry: T, max: number, min: 0 | 1 = 0) {
  const error = `a list of ${min} to ${max} entries`;
  return z.array(entry, { error }).min(min, { error }).max(max, { error });
}

const object = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape, { error: 'an object' });

/** An https URL with a host but no user or password. */
const httpsUrl = z
  .url({ protocol: /^https$/, error: 'an https address' })
  .max(500, { error: 'an https address of at most 500 characters' })
  .regex(/^https:\/\/[^\s/?#@\\"<>]+(?:[/?#][^\s"<>]*)?$/, { error: 'an https address' });

const email = z
  .string({ error: 'an e-mail address' })
  .max(200, { error: 'an e-mail address' })
  .regex(/^[^\s<>@,;"]+@[^\s<>@,;"]+$/, { error: 'an e-mail address' });

const socialLinks = object({
  microblog: httpsUrl.optional(),
  chat: httpsUrl.optional(),
  /** The source repository of this installation. */
  repository: httpsUrl.optional(),
});

const claims = object({
  figures: list(object({ figure: line(20), name: line(40) }), 12).default([]),
  /** How often prices are refreshed, as in "every 60 seconds". */
  refresh: line(40, 0).default(''),
  /** Who uses the site, as in "Join more than 10,000 investors". */
  investors: line(60, 0).default(''),
});

const support = object({
  /** How soon e-mails are answered, as in "within 24 hours". */
  response: line(60, 0).default(''),
  /** When there is live chat, as in "Monday to Friday, 9 AM to 6 PM EST". */
  chat: line(80, 0).default(''),
  hours: list(object({ days: line(40), time: line(40) }), 7).default([]),
});

const contactEntry = object({
  title: line(60),
  text: line(200),
  /** Defaults to the support address. */
  email: email.optional(),
});

/** Where to report a vulnerability, for `/.well-known/security.txt` (RFC 9116). */
const security = object({
  contacts: list(z.union([email, httpsUrl], { error: 'an e-mail or https address' }), 5, 1),
  languages: list(
    z
      .string({ error: 'a language tag, such as en' })
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/, { error: 'a language tag, such as en' }),
    10,
    1,
  ).default(['en']),
  policy: httpsUrl.optional(),
});

/** The content of `SITE_FILE`. */
export const siteFileSchema = object({
  /** Also used in mail headers. */
  name: line(30).regex(/^[^<>"\\]*$/, { error: 'one line of 1 to 30 characters without < > " \\' }),
  social: socialLinks,
  claims,
  support,
  contacts: list(contactEntry, 6),
  /** Null: there is no security.txt. */
  security: security.nullable(),
}).partial();

export type SocialLinks = z.infer<typeof socialLinks>;
export type Claims = z.infer<typeof claims>;
export type ContactEntry = z.infer<typeof contactEntry>;
export type SecurityContact = z.infer<typeof security>;

/** The part that every page shows, and so embeds. */
export interface SiteTexts {
  readonly name: string;
  readonly social: SocialLinks;
  readonly claims: Claims;
}

/** The part that says how to reach the operator. */
export const siteContactsSchema = z.object({ support, contacts: z.array(contactEntry) });

export type SiteContacts = z.infer<typeof siteContactsSchema>;
