import { z } from 'zod';

/** What is recorded of an account's security. */
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
  /** How often it happened within a day; 1 for sign-ins and changes of the address, which are each an event. */
  count: z.number().int(),
  at: z.iso.datetime(),
  /** The browser or program that did it; empty where it was nobody signed in. */
  userAgent: z.string(),
});
export type SecurityEvent = z.infer<typeof securityEventSchema>;
/** Newest first, at most 50. */
export const securityEventsSchema = z.array(securityEventSchema);
