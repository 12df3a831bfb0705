import type { Mail } from '#server/platform/jobs/outbox.ts';
import { waitUntil } from '../platform/clock.ts';
import { describeConfirmation, describeGuide, describeSubscription, type MailText } from './mail-texts.ts';
import { leadMailLifeMs, oneClickPath, sameMailEveryMs, silenceMs } from './policy.ts';
import type { Lead } from './store.ts';

/**
 * The mail to an address that was left for something. Undefined if it must get none: it got the same one recently, or
 * it unsubscribed. Anyone can leave any address, again and again, so its owner comes first.
 */
export function composeLeadMail(
  lead: Lead,
  { unsubscribedAt, now, publicUrl }: { unsubscribedAt: number | null; now: number; publicUrl: string },
): Mail | undefined {
  if (unsubscribedAt !== null && now - unsubscribedAt < silenceMs) return undefined;
  if (waitUntil((lead.mailed_at ?? 0) + sameMailEveryMs, now, sameMailEveryMs) > 0) return undefined;
  return {
    to: lead.email,
    ...describeLead(lead, publicUrl),
    unsubscribeUrl: `${publicUrl}${oneClickPath}/${lead.token}`,
    userId: null,
    lifeMs: leadMailLifeMs,
  };
}

function describeLead({ magnet, token, confirmed_at }: Lead, publicUrl: string): MailText {
  const links = { publicUrl, token };
  if (magnet !== 'newsletter') return describeGuide(magnet, links);
  return confirmed_at === null ? describeConfirmation(links) : describeSubscription(links);
}
