import { z } from 'zod';
import { emailSchema } from '#contract/accounts/accounts.ts';
import { guideNames } from './guides.ts';
import { plainLine } from './plain-line.ts';

/*
 * The contact form, and requests for guides and the newsletter. Answers don't reveal whether an address is known.
 */

/** The guides and the newsletter, by their names in requests. */
export const magnets = [...guideNames, 'newsletter'] as const;
export type Magnet = (typeof magnets)[number];

/** The form on the site that the request came from. */
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

/** Used in mail headers. */
const lineSchema = (missing: string, max: number) =>
  required(missing, max).regex(plainLine, 'Must be one line of plain text');

/** Body of `POST /api/contact`. */
export const contactSchema = z.strictObject({
  name: lineSchema('Name is required', maxName),
  email: emailSchema,
  subject: lineSchema('Subject is required', maxSubject),
  message: required('Message is required', maxMessage).regex(
    // Line breaks and tabs are the only control characters allowed.
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

/** Body of `POST /api/leads/confirm` and `POST /api/leads/unsubscribe`: the token from the mailed link. */
export const leadTokenSchema = z.strictObject({ token: z.string().min(1).max(100) });

/** Answer of all calls of the contact form, guides and newsletter. */
export const acceptedSchema = z.object({ message: z.string() });
export type Accepted = z.infer<typeof acceptedSchema>;
