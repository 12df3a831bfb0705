import { z } from 'zod';
import { emailSchema } from '#contract/accounts/accounts.ts';
import { guideNames } from './guides.ts';

/*
 * Writing to the people behind the site, and asking for a guide or the newsletter. The answers are the same whatever is
 * known of an address.
 */

/** What an address is left for. */
export const magnets = [...guideNames, 'newsletter'] as const;
export type Magnet = (typeof magnets)[number];

/** Where on the site it is left. */
export const leadVariants = ['inline', 'popup', 'blog'] as const;
export type LeadVariant = (typeof leadVariants)[number];

const maxName = 100;
const maxSubject = 150;
const maxMessage = 5000;

const required = (missing: string, max: number) =>
  z
    .string({ error: ({ input }) => (input == null ? missing : undefined) })
    .trim()
    .min(1, missing)
    .max(max, `Must be at most ${max} characters`);

/** Ends up in the heads of mails: no control characters, line breaks least of all. */
const lineSchema = (missing: string, max: number) =>
  required(missing, max).regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'Must be one line of plain text');

/** Body of `POST /api/contact`. */
export const contactSchema = z.strictObject({
  name: lineSchema('Name is required', maxName),
  email: emailSchema,
  subject: lineSchema('Subject is required', maxSubject),
  message: required('Message is required', maxMessage).regex(
    // Line breaks and tabs are part of a message; nothing else that cannot be seen is.
    /^(?:[\t\r\n]|[^\p{Cc}\p{Cs}])*$/u,
    'Must be plain text',
  ),
});
export type ContactMessage = z.infer<typeof contactSchema>;

/** Body of `POST /api/leads`. */
export const leadSchema = z.strictObject({
  email: emailSchema,
  magnet: z.enum(magnets),
  variant: z.enum(leadVariants),
});
export type NewLead = z.infer<typeof leadSchema>;

/** Body of `POST /api/leads/confirm` and `POST /api/leads/unsubscribe`: what stood in the link of the mail. */
export const leadTokenSchema = z.strictObject({ token: z.string().min(1).max(100) });

/** What is said once something is stored. */
export const acceptedSchema = z.object({ message: z.string() });
export type Accepted = z.infer<typeof acceptedSchema>;
