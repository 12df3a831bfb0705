import { useMutation } from '@tanstack/react-query';
import type { Accepted, ContactMessage, NewLead } from '#contract/contact.ts';
import { sendApi } from '#web/lib/api-client.ts';
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts';

/** Sends a message to support. */
export const useSendMessage = () =>
  useMutation({
    mutationFn: (message: ContactMessage) => sendApi<Accepted>('POST', '/api/contact', message),
  });

/** Submits an e-mail address for a guide or the newsletter. */
export const useAddLead = () =>
  useMutation({ mutationFn: (lead: NewLead) => sendApi<Accepted>('POST', '/api/leads', lead) });

/** The action of a link in an e-mail about guides or the newsletter. */
export type LeadAction = 'confirm' | 'unsubscribe';

/** Performs the action of an e-mail's link, by its token. */
export const useLeadAction = (action: LeadAction) =>
  useGuardedMutation({
    mutationFn: (token: string) => sendApi<Accepted>('POST', `/api/leads/${action}`, { token }),
  });
