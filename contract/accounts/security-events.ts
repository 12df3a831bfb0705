import { z } from 'zod';

/** The recorded kinds of security events. */
export const securityEventKinds = [
  'signed_in',
  'signed_in_with_passkey',
  'codes_refused',
  'passkeys_refused',
  'sessions_ended',
  'email_changed',
  'email_restored',
  'api_key_added',
  'api_key_removed',
  'passkey_added',
  'passkey_removed',
  'tier_changed',
  'exported',
  'locked',
  'unlocked',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

export const securityEventSchema = z.object({
  id: z.string(),
  kind: z.enum(securityEventKinds),
  /**
   * How often it happened within a day, for refusals, whatever a session can repeat, and sign-ins beyond ten; 1 for all
   * others.
   */
  count: z.number().int(),
  at: z.iso.datetime(),
  /** The browser or program used; empty if nobody was signed in. */
  userAgent: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;
/** Newest first, at most 50. */
export const securityEventsSchema = z.array(securityEventSchema);
