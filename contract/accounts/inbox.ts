import { z } from 'zod';

/* The local inbox, where e-mails land while no mail server is configured. */

/** The header with the key of the local inbox. */
export const inboxKeyHeader = 'X-Inbox-Key';

/** An e-mail in the local inbox. */
export const inboxMailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type InboxMail = z.infer<typeof inboxMailSchema>;
/** Newest first. */
export const inboxSchema = z.array(inboxMailSchema);
