import type { ContactMessage } from '#contract/contact.ts';
import { type GuideName, guidePath, guides } from '#contract/guides.ts';
import { getPlan, planFeatures } from '#contract/plans.ts';
import type { MailText } from '#server/platform/mail/mail-text.ts';

/* E-mails to a lead contain nothing that a visitor typed: anyone can leave any address. */

/** The parts of a link in an e-mail. */
export interface LeadLink {
  readonly publicUrl: string;
  readonly token: string;
}

/** The site's links in an e-mail to a lead. */
export interface LeadLinks extends LeadLink {
  readonly siteName: string;
}

/** What is known about the sender of a message. */
export interface MessageMarks {
  /** Signed in, with a plan that includes priority support. */
  readonly hasPriority: boolean;
  /** Signed in to the account that has verified the address. */
  readonly isAddressVerified: boolean;
}

/** Prefixes the subject of a message with priority. */
const priorityMark = `[${getPlan(planFeatures.prioritySupport.tier).name}]`;

/** A message from the contact page, for support. The visitor's text is below a line, so that it can't pose as ours. */
export function describeMessage(
  { name, email, subject, message }: ContactMessage,
  { hasPriority, isAddressVerified }: MessageMarks,
): MailText {
  const title = `Contact: ${subject}`;
  const proof = isAddressVerified ? 'which the sender’s account has verified' : 'which nobody has verified';
  return {
    subject: hasPriority ? `${priorityMark} ${title}` : title,
    text: `From: ${name} <${email}>
Subject: ${subject}

Written on the contact page; a reply to this email goes to that address, ${proof}.
------------------------------------------------------------

${message}
`,
  };
}

/** The e-mail with the link to a guide. An unconfirmed address gets no other guide, and is asked to confirm. */
export function describeGuide(name: GuideName, links: LeadLinks & { isConfirmed: boolean }): MailText {
  const { title, about } = guides[name];
  return {
    subject: `Your guide: ${title}`,
    text: `Here is the guide you asked for, as a PDF:

    ${links.publicUrl}${guidePath(name)}

${title}. ${about}

${links.isConfirmed ? '' : `Confirm this address to receive other guides and emails you ask for:\n\n    ${confirmLink(links)}\n\nOtherwise we send nothing more.\n\n`}${ending(links)}`,
  };
}

/** The request to confirm the newsletter. */
export function describeConfirmation(links: LeadLinks): MailText {
  return {
    subject: `Confirm the ${links.siteName} newsletter`,
    text: `Somebody (we hope it was you) asked for the ${links.siteName} newsletter at this address. Confirm it here:

    ${confirmLink(links)}

Otherwise we send nothing more.

${ending(links)}`,
  };
}

/** For an address that already receives the newsletter. */
export function describeSubscription(links: LeadLinks): MailText {
  return {
    subject: `You already get the ${links.siteName} newsletter`,
    text: `Somebody asked for the ${links.siteName} newsletter at this address, which already gets it. There is nothing to do.

${ending(links)}`,
  };
}

const confirmLink = ({ publicUrl, token }: LeadLink) => `${publicUrl}/newsletter/confirm#${token}`;

/** The URL of the page for unsubscribing. */
export function unsubscribeLink({ publicUrl, token }: LeadLink): string {
  return `${publicUrl}/unsubscribe#${token}`;
}

const ending = (links: LeadLinks) =>
  `If you didn't ask for this, do nothing, or stop all mail to this address:
${unsubscribeLink(links)}

${links.siteName}
${links.publicUrl}
`;
