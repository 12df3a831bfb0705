import type { Instant } from '#contract/units.ts';
import { waitUntil } from '#server/platform/clock.ts';
import type { Mail } from '#server/platform/jobs/outbox.ts';
import type { MailText } from '#server/platform/mail/mail-text.ts';
import { describeConfirmation, describeGuide, describeSubscription, type LeadLinks } from './mail-texts.ts';
import { leadMailLifeMs, oneClickPath, sameMailEveryMs, silenceMs } from './policy.ts';
import type { Lead, LeadAddress } from './store.ts';

/**
 * The e-mail to an address left for a guide or the newsletter. Undefined if it must get none: it unsubscribed, it got the
 * same e-mail recently, or it has not followed the link in the one e-mail that an unconfirmed address gets. Anyone can
 * leave any address repeatedly, so the owner's interest comes first.
 */
export function composeLeadMail(
  lead: Lead,
  {
    address,
    now,
    siteName,
    publicUrl,
  }: { address: LeadAddress; now: Instant; siteName: string; publicUrl: string },
): Mail | undefined {
  const { unsubscribedAt, confirmedAt, mailedAt } = address;
  if (unsubscribedAt !== null && now - unsubscribedAt < silenceMs) return undefined;
  const isConfirmed = confirmedAt !== null;
  if (!isConfirmed && mailedAt !== null && mailedAt > (unsubscribedAt ?? 0)) return undefined;
  if (waitUntil((lead.mailed_at ?? 0) + sameMailEveryMs, now, sameMailEveryMs) > 0) return undefined;
  return {
    to: lead.email,
    ...describeLead(lead, { siteName, publicUrl, token: lead.token, isConfirmed }),
    unsubscribeUrl: `${publicUrl}${oneClickPath}/${lead.token}`,
    userId: null,
    lifeMs: leadMailLifeMs,
  };
}

function describeLead({ magnet, confirmed_at }: Lead, links: LeadLinks & { isConfirmed: boolean }): MailText {
  if (magnet !== 'newsletter') return describeGuide(magnet, links);
  return confirmed_at === null ? describeConfirmation(links) : describeSubscription(links);
}
