import type { Mail } from '#server/platform/jobs/outbox.ts';
import { waitUntil } from '../platform/clock.ts';
import { describeConfirmation, describeGuide, describeSubscription, type MailText } from './mail-texts.ts';
import { leadMailLifeMs, oneClickPath, sameMailEveryMs, silenceMs } from './policy.ts';
import type { Lead } from './store.ts';

/**
 * The mail that an address gets when it is left for something; undefined where it must get none: it got the same
 * lately, or wants no mail. Strangers can leave an address again and again, so its owner's peace comes first.
 */
export function composeLeadMail(
  lead: Lead,
  { stoppedAt, now, publicUrl }: { stoppedAt: number | null; now: number; publicUrl: string },
): Mail | undefined {
  if (stoppedAt !== null && now - stoppedAt < silenceMs) return undefined;
  if (waitUntil((lead.mailed_at ?? 0) + sameMailEveryMs, now, sameMailEveryMs) > 0) return undefined;
  return {
    to: lead.email,
    ...describeLead(lead, publicUrl),
    unsubscribeUrl: `${publicUrl}${oneClickPath}/${lead.token}`,
    userId: null,
    usefulMs: leadMailLifeMs,
  };
}

function describeLead({ magnet, token, confirmed_at }: Lead, publicUrl: string): MailText {
  const links = { publicUrl, token };
  if (magnet !== 'newsletter') return describeGuide(magnet, links);
  return confirmed_at === null ? describeConfirmation(links) : describeSubscription(links);
}
