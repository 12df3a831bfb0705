import type { ContactMessage } from '#contract/contact.ts';
import { type GuideName, guidePath, guides } from '#contract/guides.ts';

/*
 * What the mails say. Nothing in the mails to a lead was written by whoever asked: strangers can leave any address.
 */

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface LeadLinks {
  /** The origin of the links. */
  readonly publicUrl: string;
  readonly token: string;
}

/** A message of the contact page, for the support. What was typed stands below a line, so that it cannot pose as ours. */
export function describeMessage({ name, email, subject, message }: ContactMessage): MailText {
  return {
    subject: `Contact: ${subject}`,
    text: `From: ${name} <${email}>
Subject: ${subject}

Written on the contact page; an answer to this mail goes to that address, which nobody has proved.
------------------------------------------------------------

${message}
`,
  };
}

/** The mail with the link to a guide. */
export function describeGuide(name: GuideName, links: LeadLinks): MailText {
  const { title, about } = guides[name];
  return {
    subject: `Your guide: ${title}`,
    text: `Here is the guide you asked for, as a PDF:

    ${links.publicUrl}${guidePath(name)}

${title}. ${about}

${ending(links)}`,
  };
}

/** The mail that asks whether the newsletter is wanted. */
export function describeConfirmation(links: LeadLinks): MailText {
  return {
    subject: 'Confirm the Altimeter newsletter',
    text: `Somebody, you we hope, asked for the Altimeter newsletter at this address. Confirm it here:

    ${links.publicUrl}/newsletter/confirm#${links.token}

Without that nothing more is sent.

${ending(links)}`,
  };
}

/** The mail for an address that has the newsletter already. */
export function describeSubscription(links: LeadLinks): MailText {
  return {
    subject: 'You already get the Altimeter newsletter',
    text: `Somebody asked for the Altimeter newsletter at this address, which gets it already. There is nothing to do.

${ending(links)}`,
  };
}

/** Where whoever has a mail ends what they get. */
export function unsubscribeLink({ publicUrl, token }: LeadLinks): string {
  return `${publicUrl}/unsubscribe#${token}`;
}

const ending = (links: LeadLinks) =>
  `If you did not ask for this, do nothing, or have no more mail sent to this address:
${unsubscribeLink(links)}

Altimeter
${links.publicUrl}
`;
