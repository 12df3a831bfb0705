import type { Accepted, ContactMessage, NewLead } from '#contract/contact.ts';
import { sendApi } from '../lib/api-client.ts';

/** Sends a message to the support; it is kept once this resolves. */
export function sendMessage(message: ContactMessage): Promise<Accepted> {
  return sendApi('POST', '/api/contact', message);
}

/** Leaves an address for a guide or the newsletter. */
export function sendLead(lead: NewLead): Promise<Accepted> {
  return sendApi('POST', '/api/leads', lead);
}

/** Confirms what the link of a mail was for. */
export function confirmLead(token: string): Promise<Accepted> {
  return sendApi('POST', '/api/leads/confirm', { token });
}

/** Has no more guides or newsletters sent to the address that the link of a mail came to. */
export function unsubscribeLead(token: string): Promise<Accepted> {
  return sendApi('POST', '/api/leads/unsubscribe', { token });
}
